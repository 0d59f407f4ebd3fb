import { useEffect } from 'react'
import type { Pin } from '../disk/local-db'
import { pin } from '../sync/pins'
import { useAccount } from './account'
import { useLastShown, useServerAnswer } from './use-server-answer'
import { useCatalogue, useReachable } from './use-sync'

/** A row, or the reason why a page has none. `isGone`: it has left the market since the page has shown it. */
type OpenedRow<Row> = { row: Row; isGone: boolean } | 'missing' | 'unreachable' | 'loading'

/**
 * The row that a page is about, from this device; what is not on it yet is asked of the server, as soon as it can be reached. A row
 * that is looked at is kept for some weeks, even when the part of the market that it lies in leaves.
 * @param held the row on this device
 * @param mayAsk false while the row may be on this device in another form
 */
export function useOpenedRow<Row extends { id: number; userId?: number }>(
  kind: Exclude<Pin['kind'], 'place'>,
  id: number | null,
  held: Row | undefined,
  mayAsk: boolean,
  ask: (id: number) => Promise<Row>,
): OpenedRow<Row> {
  const { ready } = useCatalogue()
  const { engine } = useAccount()
  const { db } = engine
  const reachable = useReachable()
  const isWanted = id !== null && ready && held === undefined && mayAsk && reachable
  const answer = useServerAnswer(id, isWanted, async (wanted) => {
    const row = await ask(wanted)
    // It exists: the next pull brings it whole, and it is kept for the next time, which may be without a connection.
    pin(db, kind, wanted).finally(() => engine.wake())
    return row
  })
  const row = useLastShown(kind, id, held, answer)
  const opened = held ? id : null
  useEffect(() => {
    // A full disk keeps nobody from looking at it.
    if (opened !== null) pin(db, kind, opened).catch(() => undefined)
  }, [db, kind, opened])
  if (id === null) return 'missing'
  if (row) return { row, isGone: held === undefined && answer === 'missing' }
  if (typeof answer === 'string') return answer
  return ready && mayAsk && !reachable ? 'unreachable' : 'loading'
}
