import { sql } from 'drizzle-orm'
import type { Elysia } from 'elysia'
import { Refusal } from '#schema/errors'
import type { Db } from '../db/client'
import { step, toStatement } from '../db/steps'
import type { Deps } from '../deps'
import { callerOf, LOCAL } from '../http/caller'
import { streamLimits } from '../http/limits'
import { sessionHash } from '../http/session-user'
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
  const openStreams = streamsOf(deps.db)
  const session = sessionHash(deps, request) ?? ''
  const leave = enter(openStreams, userId, callerOf(request))
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
      openStreams.set(close, session)
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

/** Each stream as the function that closes it, with the name under which its session is stored. */
type OpenStreams = Map<() => void, string> & { ofPersons: Map<string, number> }

const held = new WeakMap<Db, OpenStreams>()
/** Addresses and the whole are counted over all markets of the process: they guard the machine. */
const ofMachine = new Map<string, number>()

function streamsOf(db: Db): OpenStreams {
  const streams = held.get(db) ?? Object.assign(new Map<() => void, string>(), { ofPersons: new Map<string, number>() })
  held.set(db, streams)
  return streams
}

/** Counts a stream for its person and its address. @returns what ends the counting */
function enter({ ofPersons }: OpenStreams, userId: number, address: string): () => void {
  if (address === LOCAL) return () => undefined
  const { perPerson, perAddress, inAll, retryAfterS } = streamLimits
  const places: [Map<string, number>, string, number][] = [
    [ofPersons, String(userId), perPerson],
    [ofMachine, address, perAddress],
    [ofMachine, 'all', inAll],
  ]
  if (places.some(([counts, place, most]) => (counts.get(place) ?? 0) >= most))
    throw new Refusal('too_many_requests', 'Too many pages listen at the same time.', undefined, { retryAfterS })
  for (const [counts, place] of places) counts.set(place, (counts.get(place) ?? 0) + 1)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    for (const [counts, place] of places) {
      const left = (counts.get(place) ?? 1) - 1
      if (left > 0) counts.set(place, left)
      else counts.delete(place)
    }
  }
}

/** How many streams over a database are open. */
export const openStreamCount = (db: Db) => streamsOf(db).size

/** Ends every open stream over a database, so that it can be closed at once. */
export function closeLiveStreams(db: Db): void {
  for (const close of [...streamsOf(db).keys()]) close()
}

/** Ends the open streams whose sessions have ended: a stream looks at its own only as it begins. */
export async function closeEndedSessions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const streams = streamsOf(db)
  if (streams.size === 0) return
  const query = sql`SELECT value AS session FROM json_each(${JSON.stringify([...new Set(streams.values())])}) WHERE NOT EXISTS
    (SELECT 1 FROM sessions WHERE token_hash = value AND expires_at > ${now().toISOString()})`
  const [rows = []] = await db.readLong([toStatement(step(query))])
  const ended = new Set(rows.map(({ session }) => session))
  for (const [close, session] of [...streams]) if (ended.has(session)) close()
}

/** Ends the open streams one after another over so long, so that their devices do not all come back in the same moment. */
export async function spreadLiveStreams(db: Db, overMs: number): Promise<void> {
  const streams = streamsOf(db)
  const ends = [...streams.keys()]
  const begun = performance.now()
  for (const [nth, close] of ends.entries()) {
    const waitMs = begun + (overMs * nth) / ends.length - performance.now()
    if (waitMs > 0) await Bun.sleep(waitMs)
    // A listener may have gone by itself meanwhile.
    if (streams.has(close)) close()
  }
}
