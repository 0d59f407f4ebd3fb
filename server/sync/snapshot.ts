import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import type { SnapshotCut } from './cut-snapshot'
import { snapshotsOf } from './snapshots'

/**
 * The file under a name never changes: a browser may keep it for a year. A cache that serves others asks every ten minutes
 * whether the name still stands, so that nothing that was taken down is handed out for longer.
 */
const KEPT_BY_CACHES = 'public, max-age=31536000, s-maxage=600, immutable'

/** Unpacks as its reader takes it, on a thread of its own: what nobody reads takes no memory. */
function unpacked(packed: Uint8Array): ReadableStream {
  const plain = createGunzip()
  plain.end(packed)
  // The types of Node and those of the web declare one class twice.
  return Readable.toWeb(plain) as unknown as ReadableStream
}

/** A public scope as it is now as text lines (see SnapshotHead), revalidated by ETag. */
export async function snapshotResponse(deps: Deps, scope: string, request: Request): Promise<Response> {
  const etagOf = (epoch: string, head: number) => `"${epoch}-${scope}-${head}"`
  const known = request.headers.get('if-none-match')
  const newest = etagOf(deps.feed.epoch(), await deps.feed.head(scope))
  if (known === newest) return notModified('no-cache', newest)
  const cut = await snapshotsOf(deps).newest(scope)
  return send(cut, request, 'no-cache', etagOf(cut.epoch, cut.head))
}

/** The snapshot of that name. @throws Refusal `not_found` when a newer one has taken its place */
export async function snapshotFile(deps: Deps, scope: string, name: string, request: Request): Promise<Response> {
  const cut = await snapshotsOf(deps).find(scope, name)
  if (!cut) throw new Refusal('not_found')
  return send(cut, request, KEPT_BY_CACHES, `"${name}"`)
}

function send(cut: SnapshotCut, request: Request, caching: string, etag: string): Response {
  if (request.headers.get('if-none-match') === etag) return notModified(caching, etag)
  const isPacked = request.headers.get('accept-encoding')?.includes('gzip') ?? false
  return new Response(isPacked ? cut.packed : unpacked(cut.packed), {
    headers: {
      ...headersOf(caching, etag),
      'content-type': 'application/x-ndjson',
      'x-plain-length': String(cut.plainBytes),
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    },
  })
}

const notModified = (caching: string, etag: string) =>
  new Response(null, { status: 304, headers: headersOf(caching, etag) })
const headersOf = (caching: string, etag: string) => ({ 'cache-control': caching, vary: 'accept-encoding', etag })
