import { gzipSync } from 'node:zlib'
import type { SnapshotHead } from '#schema/sync'
import { SNAPSHOT_CHUNK_ROWS } from '#schema/sync-scopes'
import type { Deps } from '../deps'

interface Encoded {
  etag: string
  plain: Uint8Array<ArrayBuffer>
  gzip: Uint8Array<ArrayBuffer>
}

/** The encoded snapshot of each scope, kept until the scope moves. */
const encodedByFeed = new WeakMap<object, Map<string, Promise<Encoded>>>()

/** A public scope as text lines (see SnapshotHead), compressed, revalidated by ETag. */
export async function snapshotResponse(deps: Deps, scope: string, request: Request): Promise<Response> {
  const etag = `"${deps.feed.epoch()}-${scope}-${await deps.feed.head(scope)}"`
  const headers = { etag, 'cache-control': 'no-cache', vary: 'accept-encoding' }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const { plain, gzip } = await encodedSnapshot(deps, scope, etag)
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

async function encodedSnapshot(deps: Deps, scope: string, etag: string): Promise<Encoded> {
  const cache = encodedByFeed.get(deps.feed) ?? new Map<string, Promise<Encoded>>()
  encodedByFeed.set(deps.feed, cache)
  const held = cache.get(scope)
  const current = held && (await held)
  if (current?.etag === etag) return current
  const fresh = encodeSnapshot(deps, scope, etag)
  cache.set(scope, fresh)
  fresh.catch(() => cache.delete(scope))
  return fresh
}

async function encodeSnapshot(deps: Deps, scope: string, etag: string): Promise<Encoded> {
  const { to, rows } = await deps.feed.wholeScope(scope)
  const chunks: string[] = []
  for (let start = 0; start < rows.length; start += SNAPSHOT_CHUNK_ROWS)
    chunks.push(JSON.stringify(rows.slice(start, start + SNAPSHOT_CHUNK_ROWS)))
  const head: SnapshotHead = { epoch: deps.feed.epoch(), scope, to, rows: rows.length, chunks: chunks.length }
  const plain = new TextEncoder().encode([JSON.stringify(head), ...chunks, ''].join('\n'))
  return { etag, plain, gzip: new Uint8Array(gzipSync(plain)) }
}
