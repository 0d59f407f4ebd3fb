import { useEffect, useEffectEvent, useState } from 'react'
import { type AskedFinds, askPastHeld, type FoundPage } from './ask-past-held'

/** Somebody who types is not done yet. */
const PAUSE_MS = 200

interface Answer<Row> extends FoundPage<Row> {
  /** The search that it answers. */
  search: string
}

/** How a question to the server stands. */
export interface Asking {
  /** An answer to this search is on its way; one to the search before may stand meanwhile. */
  isAsking: boolean
  /** There was no answer. */
  hasFailed: boolean
  /** Asks once more. */
  again: () => void
}

interface FindsBeyond<Row> extends Asking {
  answer: Answer<Row> | null
  /** Brings the next page below those that are here. */
  more: () => void
}

/**
 * The finds of the server, a page at a time. While an answer is on its way the one before it stays; null when there is none
 * yet, and when none is wanted. Without any that are not on this device there may be more all the same.
 * @param search what is asked for, as text; null asks nothing
 */
export function useFindsBeyond<Row extends { id: number }>(
  search: string | null,
  asked: AskedFinds<Row>,
): FindsBeyond<Row> {
  const [answer, setAnswer] = useState<Answer<Row> | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  // With the connection the question comes again.
  if (search === null && failed !== null) setFailed(null)
  const hasFailed = search !== null && failed === search
  const ask = useEffectEvent((isOver: () => boolean) => askPastHeld(asked, undefined, isOver))
  useEffect(() => {
    if (search === null || hasFailed) return
    let isCurrent = true
    // A device that gets no answer has its own rows. Finds of the search before would pass for those of this one.
    const take = (first: FoundPage<Row> | null) => {
      if (!isCurrent) return
      setAnswer(first && { ...first, search })
      setFailed(first ? null : search)
    }
    const timer = setTimeout(() => ask(() => !isCurrent).then(take, () => take(null)), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [search, hasFailed])
  const again = () => setFailed(null)
  const more = () => {
    // While another search is on its way, its pages would come below the finds of the one before.
    if (!answer?.cursor || answer.search !== search) return
    const join = (next: FoundPage<Row>) => setAnswer((now) => now && (now === answer ? joined(now, next) : now))
    askPastHeld(asked, answer.cursor).then(join, () => undefined)
  }
  const isAsking = search !== null && !hasFailed && answer?.search !== search
  return { answer: search === null ? null : answer, more, isAsking, hasFailed, again }
}

/** A row whose price has moved meanwhile may come a second time. */
function joined<Row extends { id: number }>(held: Answer<Row>, { rows, cursor }: FoundPage<Row>): Answer<Row> {
  const here = new Set(held.rows.map(({ id }) => id))
  return { ...held, cursor, rows: [...held.rows, ...rows.filter(({ id }) => !here.has(id))] }
}
