import type { Poke } from '#schema/sync'
import { publicScopes, userScope } from '#schema/sync-scopes'
import type { Db, ScopeHeads } from '../db/client'
import { isPublicScope } from './public-scopes'

/** Shorter than any proxy's or runtime's patience with a quiet connection; an event, so that pages miss it when it is not there. */
const HEARTBEAT_MS = 8_000
/** The listeners take turns with their beats, so that thousands of them are not told at one moment. */
const BEAT_TURNS = 8
/** News of public scopes is gathered for so long. */
export const GATHER_MS = 2_000
/** Each listener adds so much to the time over which devices divide their pulls, up to the most. */
const SPREAD_EACH_MS = 8
const SPREAD_MOST_MS = 60_000
/** Told in one go before other work has its turn. */
const TOLD_AT_ONCE = 500
/** Likes and counts travel with the next look: a poke for each would have everybody pull all the time. */
const isTold = (scope: string) => isPublicScope(scope) && !scope.startsWith(publicScopes.stat)
const encoder = new TextEncoder()
const BEAT = encoder.encode('event: beat\ndata: {}\n\n')

/** One open stream. */
export interface Listener {
  userId: number
  /** The highest number of a public scope that it has been told. */
  toldTo: number
  send(event: Uint8Array): void
}

export interface Listeners {
  add(listener: Listener): void
  remove(listener: Listener): void
}

const held = new WeakMap<Db, Listeners>()

/** Everybody who listens to this database. */
export function listenersOf(db: Db): Listeners {
  const listeners = held.get(db) ?? openListeners(db)
  held.set(db, listeners)
  return listeners
}

function openListeners(db: Db): Listeners {
  const all = new Set<Listener>()
  const byScope = new Map<string, Set<Listener>>()
  let gathered: ScopeHeads = {}
  let gathering: ReturnType<typeof setTimeout> | undefined
  let beats: ReturnType<typeof setInterval> | undefined
  let unsubscribe: (() => void) | undefined
  let turn = 0

  /** A person's own news goes out at once, with what else the same write has moved. */
  const heard = (heads: ScopeHeads) => {
    const moved = Object.entries(heads).filter(([scope]) => isPublicScope(scope))
    // A device pulls everything at once: whatever has a lower number comes along.
    const toldTo = Math.max(...Object.values(heads))
    for (const [scope, head] of Object.entries(heads)) {
      const own = byScope.get(scope)
      if (own) tell(own, Object.fromEntries([...moved, [scope, head]]), toldTo)
      if (isTold(scope)) gathered[scope] = head
    }
    if (Object.keys(gathered).length > 0) gathering ??= setTimeout(tellAll, GATHER_MS)
  }

  const tell = (some: Iterable<Listener>, poke: Poke, toldTo: number) => {
    const event = encoder.encode(`event: poke\ndata: ${JSON.stringify(poke)}\n\n`)
    for (const listener of [...some]) {
      listener.toldTo = Math.max(listener.toldTo, toldTo)
      listener.send(event)
    }
  }

  const tellAll = async () => {
    const heads = gathered
    gathered = {}
    gathering = undefined
    const newest = Math.max(...Object.values(heads))
    const poke = { ...heads, spread: Math.min(SPREAD_MOST_MS, SPREAD_EACH_MS * all.size) }
    const everybody = [...all]
    for (let start = 0; start < everybody.length; start += TOLD_AT_ONCE) {
      const some = everybody.slice(start, start + TOLD_AT_ONCE)
      // A listener that heard of it with news of its own is not told twice.
      const unaware = some.filter((listener) => all.has(listener) && listener.toldTo < newest)
      tell(unaware, poke, newest)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  const beat = () => {
    turn = (turn + 1) % BEAT_TURNS
    for (const [nth, listener] of [...all].entries()) if (nth % BEAT_TURNS === turn) listener.send(BEAT)
  }

  return {
    add(listener) {
      all.add(listener)
      const scope = userScope(listener.userId)
      byScope.set(scope, (byScope.get(scope) ?? new Set()).add(listener))
      unsubscribe ??= db.onChange(heard)
      beats ??= setInterval(beat, HEARTBEAT_MS / BEAT_TURNS)
    },
    remove(listener) {
      all.delete(listener)
      const scope = userScope(listener.userId)
      const own = byScope.get(scope)
      own?.delete(listener)
      if (own?.size === 0) byScope.delete(scope)
      if (all.size > 0) return
      unsubscribe?.()
      clearInterval(beats)
      clearTimeout(gathering)
      unsubscribe = beats = gathering = undefined
      gathered = {}
    },
  }
}
