import type { Item } from '#schema/made-to-order'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useNoteOpened } from '../../session/use-note-opened'
import { useLastShown, useServerAnswer } from '../../session/use-server-answer'
import { useCatalogue, useReachable } from '../../session/use-sync'
import { call } from '../../sync/client'
import { pin } from '../../sync/pins'
import type { ShownOwnItem } from './own-item-overlay'
import { readOwnItem } from './own-items'

/**
 * An item as far as it is known here. `own`: for its maker, archived ones too, with what they have done to it since. `isGone`: it has
 * left the market since this page has shown it.
 */
export type ShownItem =
  | { state: 'loading' | 'missing' | 'unreachable' }
  | { state: 'shown'; item: Item; own: ShownOwnItem | null; isGone: boolean }

/** An item of this device; what is not on it yet is asked of the server, as soon as it can be reached. */
export function useItem(id: number | null): ShownItem {
  const { catalogue, ready } = useCatalogue()
  const { engine } = useAccount()
  const { db } = engine
  const reachable = useReachable()
  const row = id === null ? undefined : catalogue.get('item', id)
  const own = useLiveQuery(() => (id === null ? null : readOwnItem(db, id)), [db, id])
  const isWanted = ready && row === undefined && own === null && id !== null && reachable
  const answer = useServerAnswer(id, isWanted, async (wanted) => {
    const item = await call('getItem', { params: { id: wanted } })
    // It is kept for the next time, which may be without a connection.
    pin(db, 'item', wanted).finally(() => engine.wake())
    return item
  })
  const item = useLastShown('item', id, row, answer)
  useNoteOpened('item', row ? id : null)
  if (id === null) return { state: 'missing' }
  if (own) return { state: 'shown', item: own.item, own, isGone: false }
  if (item) return { state: 'shown', item, own: null, isGone: row === undefined && answer === 'missing' }
  if (typeof answer === 'string') return { state: answer }
  return { state: ready && own === null && !reachable ? 'unreachable' : 'loading' }
}
