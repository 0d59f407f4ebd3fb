import type { Elysia } from 'elysia'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { callerOf, LOCAL } from '../http/caller'
import { streamLimits } from '../http/limits'
import { type Listener, listenersOf } from './live-listeners'

/** Lets a listener go who does not read: the next pull brings everything that was missed. */
const MOST_UNREAD = 500
const UNREAD_IDLE_S = 10
const encoder = new TextEncoder()

/**
 * An event stream of pokes: which of the caller's scopes moved, and to which number. It carries no rows.
 * @throws Refusal `too_many_requests` when the person or their address has as many open as they may
 */
export function liveStream(deps: Deps, userId: number, request: Request, server: Elysia['server']): Response {
  const leave = enter(userId, callerOf(request))
  const listeners = listenersOf(deps.db)
  server?.timeout(request, 0)
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const listener: Listener = {
        userId,
        toldTo: 0,
        send(event) {
          controller.enqueue(event)
          if ((controller.desiredSize ?? 0) >= -MOST_UNREAD) return
          close()
          server?.timeout(request, UNREAD_IDLE_S)
        },
      }
      stop = () => {
        listeners.remove(listener)
        leave()
        openStreams.delete(close)
      }
      const close = () => {
        stop()
        controller.close()
      }
      openStreams.add(close)
      listeners.add(listener)
      request.signal.addEventListener('abort', stop)
      listener.send(encoder.encode(`event: hello\ndata: ${JSON.stringify({ seq: deps.feed.seq() })}\n\n`))
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

/** How many streams are open. */
export const openStreamCount = () => openStreams.size

/** Ends every open stream, so that the server can stop at once. */
export function closeLiveStreams(): void {
  for (const close of [...openStreams]) close()
}
