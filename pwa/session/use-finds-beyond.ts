import { useEffect, useEffectEvent, useState } from 'react'
import { Unreachable } from '../sync/client'
import { type AskedFinds, askPastHeld, type FoundPage } from './ask-past-held'
import { askUntilAnswered } from './use-server-answer'

/** Somebody who types is not done yet. */
const PAUSE_MS = 200

interface Answer<Row> extends FoundPage<Row> {
  search: string
}

/** How a question to the server stands. */
export interface Asking {
  /** An answer to this search is on its way; one to the search before may stand meanwhile. */
  isAsking: boolean
  /** There was no answer, to the search or to the question for more. It stays until there is one, though the server is asked again meanwhile. */
  hasFailed: boolean
  /** Asks once more. */
  again: () => void
}

interface FindsBeyond<Row> extends Asking {
  answer: Answer<Row> | null
  /** Brings the next page below those that are here; null where there is none. */
  more: (() => void) | null
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
  const [presses, setPresses] = useState(0)
  const ask = useEffectEvent((isOver: () => boolean) => askPastHeld(asked, undefined, isOver))
  const isAnswered = answer?.search === search
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press asks once more; an answer that comes does not
  useEffect(() => {
    // An answer from before the connection went away still stands.
    if (search === null || isAnswered) return
    let isCurrent = true
    const take = (first: FoundPage<Row>) => {
      if (!isCurrent) return
      setAnswer({ ...first, search })
      setFailed(null)
    }
    const fail = (error: unknown) => {
      // A proxy that refuses the question takes the connection away for a moment.
      if (isCurrent || isUnavailable(error)) setFailed(search)
    }
    const stop = askUntilAnswered({ ask: () => ask(() => !isCurrent), take, fail }, PAUSE_MS)
    return () => {
      isCurrent = false
      stop()
    }
  }, [search, presses])
  const more = () => {
    if (!answer?.cursor) return
    setFailed(null)
    const join = (next: FoundPage<Row>) => setAnswer((now) => now && (now === answer ? joined(now, next) : now))
    askPastHeld(asked, answer.cursor).then(join, () => setFailed(search))
  }
  const askAgain = () => {
    setFailed(null)
    setPresses(presses + 1)
  }
  const hasFailed = search !== null && failed === search
  return {
    // A device that gets no answer has its own rows. Finds of the search before would pass for those of this one.
    answer: search === null || (hasFailed && !isAnswered) ? null : answer,
    // While another search is on its way, its pages would come below the finds of the one before.
    more: isAnswered && answer?.cursor ? more : null,
    isAsking: search !== null && !hasFailed && !isAnswered,
    hasFailed,
    again: isAnswered ? more : askAgain,
  }
}

const isUnavailable = (error: unknown) => error instanceof Unreachable && error.why === 'unavailable'

/** A row whose price has moved meanwhile may come a second time. */
function joined<Row extends { id: number }>(held: Answer<Row>, { rows, cursor }: FoundPage<Row>): Answer<Row> {
  const here = new Set(held.rows.map(({ id }) => id))
  return { ...held, cursor, rows: [...held.rows, ...rows.filter(({ id }) => !here.has(id))] }
}
