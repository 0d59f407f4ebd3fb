import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { askUntilAnswered } from '../session/use-server-answer'

interface ServerRows<Row> {
  /** Of the last answer; none before there is one. */
  rows: readonly Row[]
  /** The key that was answered last. */
  answered?: string
  /** The key that was asked last without an answer. */
  failed?: string
}

/**
 * Asks the server for rows. An answer to an earlier key is dropped.
 * @param key what is asked for, as text; an empty one asks nothing
 * @param isOver whether a row of the answer is to be forgotten
 * @param isChanging whether the person has changed a row: it is asked for again once the change is over
 */
export function useServerRows<Row extends { id: number }>(
  key: string,
  ask: (key: string) => Promise<readonly Row[]>,
  isOver?: (id: number) => boolean,
  isChanging?: (id: number) => boolean,
): ServerRows<Row> {
  const [asked, setAsked] = useState<ServerRows<Row>>({ rows: [] })
  const latest = useRef('')
  const askFor = useEffectEvent(ask)
  const isWaiting = asked.rows.some(({ id }) => isChanging?.(id))
  useEffect(() => {
    // An answer is not stopped when nothing is asked any more: a call that fails is what takes the connection away.
    if (key === '' || (isWaiting && latest.current === key)) return
    latest.current = key
    const put = (answer: Partial<ServerRows<Row>>) =>
      latest.current === key && setAsked((before) => ({ ...before, ...answer }))
    return askUntilAnswered({
      ask: () => askFor(key),
      take: (rows) => put({ rows, answered: key }),
      fail: () => put({ failed: key }),
    })
  }, [key, isWaiting])
  const rows = asked.rows.filter(({ id }) => !isOver?.(id))
  if (rows.length < asked.rows.length) setAsked({ ...asked, rows })
  return asked
}

/** The knowledge about rows that are not on this device: there are none, they are on their way, or nobody can say. */
export type Rest = 'none' | 'asked' | 'unknown'

/**
 * Says what is known about the rest after a question; an empty one says that this device has all.
 * @param device whether its rows have been read, whether it has been filled, and whether the server can be reached
 */
export function restOf(
  question: string,
  { answered, failed }: Pick<ServerRows<unknown>, 'answered' | 'failed'>,
  { isReady, isFilled, reachable }: { isReady: boolean; isFilled: boolean; reachable: boolean },
): Rest {
  if (isReady && isFilled && (question === '' || answered === question)) return 'none'
  return !isReady || (reachable && failed !== question) ? 'asked' : 'unknown'
}

/** The rows of this device and those of the server, newest first; the same array where the server has none. */
export function withServerRows<Row extends { id: number }>(
  held: readonly Row[],
  asked: readonly Row[],
): readonly Row[] {
  if (asked.length === 0) return held
  const ids = new Set(held.map(({ id }) => id))
  return [...held, ...asked.filter(({ id }) => !ids.has(id))].toSorted((a, b) => b.id - a.id)
}
