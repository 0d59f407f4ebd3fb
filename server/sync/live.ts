import type { Elysia } from 'elysia'
import { Refusal } from '#schema/errors'
import type { Poke } from '#schema/sync'
import { PUBLIC_SCOPES, userScope } from '#schema/sync-scopes'
import type { Deps } from '../deps'
import { callerOf, LOCAL } from '../http/caller'
import { streamLimits } from '../http/limits'

/** Shorter than any proxy's or runtime's patience with a quiet connection; an event, so that pages miss it when it is not there. */
const HEARTBEAT_MS = 8_000
/** Lets a listener go who does not read: the next pull brings everything that was missed. */
const MOST_UNREAD = 500
const UNREAD_IDLE_S = 10

/**
 * An event stream of pokes: which of the caller's scopes moved, and to which number. It carries no rows.
 * @throws Refusal `too_many_requests` when the person or their address has as many open as they may
 */
export function liveStream(deps: Deps, userId: number, request: Request, server: Elysia['server']): Response {
  const leave = enter(userId, callerOf(request))
  const mine = new Set([...PUBLIC_SCOPES, userScope(userId)])
  const encoder = new TextEncoder()
  server?.timeout(request, 0)
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        controller.enqueue(encoder.encode(text))
        if ((controller.desiredSize ?? 0) >= -MOST_UNREAD) return
        close()
        server?.timeout(request, UNREAD_IDLE_S)
      }
      const unsubscribe = deps.db.onChange((heads) => {
        const poke: Poke = Object.fromEntries(Object.entries(heads).filter(([scope]) => mine.has(scope)))
        if (Object.keys(poke).length > 0) send(`event: poke\ndata: ${JSON.stringify(poke)}\n\n`)
      })
      const heartbeat = setInterval(() => send('event: beat\ndata: {}\n\n'), HEARTBEAT_MS)
      stop = () => {
        unsubscribe()
        clearInterval(heartbeat)
        leave()
        openStreams.delete(close)
      }
      const close = () => {
        stop()
        controller.close()
      }
      openStreams.add(close)
      request.signal.addEventListener('abort', stop)
      send(`event: hello\ndata: ${JSON.stringify({ seq: deps.feed.seq() })}\n\n`)
    },
    cancel: () => stop(),
  })
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

const openStreams = new Set<() => void>()
const openOf = new Map<string, number>()

/** Counts a stream for its person and its address. @returns what ends the counting */
function enter(userId: number, address: string): () => void {
  if (address === LOCAL) return () => undefined
  const { perPerson, perAddress, inAll, retryAfterS } = streamLimits
  const places: [string, number][] = [
    [`person/${userId}`, perPerson],
    [`address/${address}`, perAddress],
    ['all', inAll],
  ]
  if (places.some(([place, most]) => (openOf.get(place) ?? 0) >= most))
    throw new Refusal('too_many_requests', 'Too many pages listen at the same time.', undefined, { retryAfterS })
  for (const [place] of places) openOf.set(place, (openOf.get(place) ?? 0) + 1)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    for (const [place] of places) {
      const left = (openOf.get(place) ?? 1) - 1
      if (left > 0) openOf.set(place, left)
      else openOf.delete(place)
    }
  }
}

/** Ends every open stream, so that the server can stop at once. */
export function closeLiveStreams(): void {
  for (const close of [...openStreams]) close()
}
