import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SnapshotHead } from '#schema/sync'
import { SNAPSHOT_CHUNK_ROWS } from '#schema/sync-scopes'
import type { Deps } from '../deps'

/**
 * A scope that moves without a pause is packed anew no more often than this. A device asks for all changes after the number
 * of its snapshot anyway, so an older snapshot costs it a few changes more and nothing else.
 */
export const SNAPSHOT_KEPT_MS = 30_000

interface Encoded {
  etag: string
  plain: Uint8Array<ArrayBuffer>
  gzip: Uint8Array<ArrayBuffer>
}

interface Held {
  epoch: string
  begunAt: number
  encoded: Promise<Encoded>
}

/** The encoded snapshot of each scope. */
const heldByFeed = new WeakMap<object, Map<string, Held>>()
/** Packs on a thread of its own. */
const packed = promisify(gzip)

/** A public scope as text lines (see SnapshotHead), compressed, revalidated by ETag. */
export async function snapshotResponse(deps: Deps, scope: string, request: Request): Promise<Response> {
  const common = { 'cache-control': 'no-cache', vary: 'accept-encoding' }
  const newest = await newestEtag(deps, scope)
  const known = request.headers.get('if-none-match')
  if (known === newest) return new Response(null, { status: 304, headers: { ...common, etag: newest } })
  const { etag, plain, gzip } = await encodedSnapshot(deps, scope, newest)
  const headers = { ...common, etag }
  if (known === etag) return new Response(null, { status: 304, headers })
  const zipped = request.headers.get('accept-encoding')?.includes('gzip') ?? false
  return new Response(zipped ? gzip : plain, {
    headers: {
      ...headers,
      'content-type': 'application/x-ndjson',
      'x-plain-length': String(plain.byteLength),
      ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    },
  })
}

const newestEtag = async (deps: Deps, scope: string) => `"${deps.feed.epoch()}-${scope}-${await deps.feed.head(scope)}"`

/** The held snapshot while it is the newest or young enough; else a fresh one, made once for everybody who asks meanwhile. */
async function encodedSnapshot(deps: Deps, scope: string, newest: string): Promise<Encoded> {
  const cache = heldByFeed.get(deps.feed) ?? new Map<string, Held>()
  heldByFeed.set(deps.feed, cache)
  const now = deps.now().getTime()
  const held = cache.get(scope)
  if (held?.epoch === deps.feed.epoch()) {
    const encoded = await held.encoded
    // A clock that was set back must not keep an old one.
    if (encoded.etag === newest || Math.abs(now - held.begunAt) < SNAPSHOT_KEPT_MS) return encoded
    // Somebody else who waited has begun a fresh one.
    const other = cache.get(scope)
    if (other && other !== held) return other.encoded
  }
  const encoded = encodeSnapshot(deps, scope, newest)
  cache.set(scope, { epoch: deps.feed.epoch(), begunAt: now, encoded })
  encoded.catch(() => cache.delete(scope))
  return encoded
}

async function encodeSnapshot(deps: Deps, scope: string, etag: string): Promise<Encoded> {
  const { to, rows } = await deps.feed.wholeScope(scope)
  const head: SnapshotHead = {
    epoch: deps.feed.epoch(),
    scope,
    to,
    rows: rows.length,
    chunks: Math.ceil(rows.length / SNAPSHOT_CHUNK_ROWS),
  }
  const encoder = new TextEncoder()
  const lines = [encoder.encode(`${JSON.stringify(head)}\n`)]
  for (let start = 0; start < rows.length; start += SNAPSHOT_CHUNK_ROWS) {
    lines.push(encoder.encode(`${JSON.stringify(rows.slice(start, start + SNAPSHOT_CHUNK_ROWS))}\n`))
    // Other requests are answered between two lines.
    await Bun.sleep(0)
  }
  const plain = new Uint8Array(await new Blob(lines).arrayBuffer())
  return { etag, plain, gzip: new Uint8Array(await packed(plain)) }
}
