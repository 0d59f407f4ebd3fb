import { fillPath, routes } from '#schema/routes'
import { SnapshotHead, SnapshotName } from '#schema/sync'
import { EPOCH_HEADER, PUBLIC_SCOPES } from '#schema/sync-scopes'
import { retryAfterOf } from './http'
import type { Snapshot } from './pull'
import { noteReachable } from './reachability'
import { watchSilence } from './silence'

/** A line on which nothing comes for so long is dead; how long the whole takes depends on its size and on the line. */
const SILENCE_MS = 20_000

interface FetchOptions {
  /** Hears for how long the server does not want to be asked. */
  onLimited?: (ms: number | null) => void
  silenceMs?: number
  /** The newest rows of a scope do for all. */
  isPartWanted?: boolean
}

/**
 * Fetches a public scope as text lines and reports how much of it is here. Null when our server did not send all of it, or
 * was silent for `silenceMs`. A collection that does not fit on a device is `too-large`: its parts are asked for instead.
 */
export async function fetchSnapshot(
  scope: string,
  onProgress: (share: number) => void,
  { onLimited = () => undefined, silenceMs = SILENCE_MS, isPartWanted = false }: FetchOptions = {},
): Promise<Snapshot | 'too-large' | null> {
  const patience = new AbortController()
  const silence = watchSilence(silenceMs, () => patience.abort())
  const onBytes = (share: number | null) => {
    silence.broken()
    if (share !== null) onProgress(share)
  }
  try {
    const response = await askForSnapshot(scope, isPartWanted, (path) => {
      silence.broken()
      return fetch(path, { redirect: 'error', credentials: 'same-origin', signal: patience.signal })
    })
    if (response === 'too-large') return response
    noteReachable(response.headers.has(EPOCH_HEADER))
    if (response.status === 429) onLimited(retryAfterOf(response))
    if (!response.ok || !response.headers.has(EPOCH_HEADER) || !response.body) return null
    const length = Number(response.headers.get('x-plain-length') ?? 0)
    const { lines, rest } = await readLines(response.body, length, onBytes)
    const [first = '', ...chunks] = lines
    const head = SnapshotHead.parse(JSON.parse(first))
    // A connection that broke off in the middle, even of the last line, must not pass for a complete scope.
    return chunks.length === head.chunks && rest === '' ? { epoch: head.epoch, to: head.to, chunks } : null
  } catch {
    noteReachable(false)
    return null
  } finally {
    silence.stop()
  }
}

/**
 * Asks for the file that the server names, which caches may hold. A server of an earlier build names none, and one that has
 * a newer file by now has taken the old one back: both have what is newest at an address without a name.
 */
async function askForSnapshot(
  scope: string,
  isPartWanted: boolean,
  ask: (path: string) => Promise<Response>,
): Promise<Response | 'too-large'> {
  const isUnknown = (response: Response) => response.status === 404 && response.headers.get(EPOCH_HEADER)
  const named = await ask(fillPath(routes.snapshotName.path, { scope }))
  if (named.ok && named.headers.get(EPOCH_HEADER)) {
    const { name, isPart } = SnapshotName.parse(await named.json())
    if (isPart && !isPartWanted && PUBLIC_SCOPES.includes(scope)) return 'too-large'
    const file = await ask(fillPath(routes.snapshotFile.path, { scope, name }))
    if (!isUnknown(file)) return file
  } else if (!isUnknown(named)) return named
  return ask(fillPath(routes.snapshot.path, { scope }))
}

/** Lines as they come: a large catalogue cut in one go would hold up the page. */
async function readLines(
  body: ReadableStream<Uint8Array>,
  total: number,
  onPart: (share: number | null) => void,
): Promise<{ lines: string[]; rest: string }> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  const lines: string[] = []
  let rest = ''
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    const begun = (rest + decoder.decode(part.value, { stream: true })).split('\n')
    rest = begun.pop() ?? ''
    lines.push(...begun)
    onPart(total > 0 ? Math.min(1, bytes / total) : null)
  }
  return { lines, rest: rest + decoder.decode() }
}
