import type { Elysia } from 'elysia'
import type { Poke } from '#schema/sync'
import { PUBLIC_SCOPES, userScope } from '#schema/sync-scopes'
import type { Deps } from '../deps'

/** Shorter than any proxy's or runtime's patience with a quiet connection; an event, so that pages miss it when it is not there. */
const HEARTBEAT_MS = 8_000

/** An event stream of pokes: which of the caller's scopes moved, and to which number. It carries no rows. */
export function liveStream(deps: Deps, userId: number | null, request: Request, server: Elysia['server']): Response {
  const mine = new Set([...PUBLIC_SCOPES, ...(userId === null ? [] : [userScope(userId)])])
  const encoder = new TextEncoder()
  server?.timeout(request, 0)
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      const unsubscribe = deps.db.onChange((heads) => {
        const poke: Poke = Object.fromEntries(Object.entries(heads).filter(([scope]) => mine.has(scope)))
        if (Object.keys(poke).length > 0) send(`event: poke\ndata: ${JSON.stringify(poke)}\n\n`)
      })
      const heartbeat = setInterval(() => send('event: beat\ndata: {}\n\n'), HEARTBEAT_MS)
      stop = () => {
        unsubscribe()
        clearInterval(heartbeat)
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

/** Ends every open stream, so that the server can stop at once. */
export function closeLiveStreams(): void {
  for (const close of [...openStreams]) close()
}
