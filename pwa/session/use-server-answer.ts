import { useEffect, useEffectEvent, useState } from 'react'
import type { PublicCollection } from '#schema/sync-scopes'
import { ApiError } from '../sync/client'
import { useAccount } from './account'
import { useFilling } from './use-sync'

type Answer<Found> = Found | 'missing' | 'unreachable'

/** There is no such row, it is there no more, or no row can have this number. Any other refusal says nothing about the row. */
const MISSING = new Set([404, 410, 422])
/** A server that is too busy is asked again after so long, then after twice as long, up to a minute. */
const ASK_AGAIN_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

/** The server's answer about what this device does not hold, asked for while it is wanted until it comes; undefined before. */
export function useServerAnswer<Found>(
  id: number | null,
  isWanted: boolean,
  ask: (id: number) => Promise<Found>,
): Answer<Found> | undefined {
  const [asked, setAsked] = useState<{ id: number; answer: Answer<Found> }>()
  const askFor = useEffectEvent(ask)
  useEffect(() => {
    if (!isWanted || id === null) return
    let live = true
    const take = (answer: Answer<Found>) => {
      if (live) setAsked({ id, answer })
    }
    const fail = (error: unknown) =>
      take(error instanceof ApiError && MISSING.has(error.status) ? 'missing' : 'unreachable')
    const stop = askUntilAnswered({ ask: () => askFor(id), take, fail })
    return () => {
      live = false
      stop()
    }
  }, [isWanted, id])
  return asked?.id === id ? asked?.answer : undefined
}

/**
 * A row of this device, or the server's answer about it, for as long as a page shows it: also when it leaves this device. A row of
 * the person's own does not stay, nor one that leaves before the first fill is complete.
 */
export function useLastShown<Row extends { id: number; userId?: number }>(
  coll: PublicCollection,
  id: number | null,
  row: Row | undefined,
  answer: Row | string | undefined,
): Row | undefined {
  const { user } = useAccount()
  const isFilling = useFilling(coll)
  const [last, setLast] = useState<Row>()
  const isOwn = user != null && last?.userId === user.id
  const kept = last?.id === id && !isOwn ? last : undefined
  const shown = row ?? kept ?? (typeof answer === 'object' ? answer : undefined)
  if (shown && shown !== last && !isFilling) setLast(shown)
  return shown
}

interface Question<Found> {
  ask: () => Promise<Found>
  take: (found: Found) => void
  fail: (error: unknown) => void
}

/**
 * Asks the server, and again after each failure that may pass.
 * @param pause so many milliseconds before it is asked for the first time
 * @returns what ends it; an answer that is on its way then is handed over all the same
 */
export function askUntilAnswered<Found>({ ask, take, fail }: Question<Found>, pause = 0): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (next: number) => {
    const failed = (error: unknown) => {
      fail(error)
      if (!isOver && mayPass(error)) timer = setTimeout(look, next, Math.min(2 * next, LONGEST_PAUSE_MS))
    }
    ask().then(take, failed)
  }
  if (pause === 0) look(ASK_AGAIN_MS)
  else timer = setTimeout(look, pause, ASK_AGAIN_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** A server that is too busy says nothing about the question; any other refusal would be the same the next time. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500
}
