import type { Item } from '#schema/made-to-order'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useOpenedRow } from '../../session/use-opened-row'
import { useCatalogue } from '../../session/use-sync'
import { call } from '../../sync/client'
import type { ShownOwnItem } from './own-item-overlay'
import { readOwnItem } from './own-items'

/**
 * An item as far as it is known here. `own`: for its maker, archived ones too, with what they have done to it since. `isGone`: it has
 * left the market since this page has shown it.
 */
export type ShownItem =
  | { state: 'loading' | 'missing' | 'unreachable' }
  | { state: 'shown'; item: Item; own: ShownOwnItem | null; isGone: boolean }

/** An item, see `useOpenedRow`. */
export function useItem(id: number | null): ShownItem {
  const { catalogue } = useCatalogue()
  const { db } = useAccount().engine
  const held = id === null ? undefined : catalogue.get('item', id)
  const own = useLiveQuery(() => (id === null ? null : readOwnItem(db, id)), [db, id])
  const opened = useOpenedRow<Item>('item', id, held, own === null, (id) => call('getItem', { params: { id } }))
  if (own && id !== null) return { state: 'shown', item: own.item, own, isGone: false }
  if (typeof opened === 'string') return { state: opened }
  return { state: 'shown', item: opened.row, own: null, isGone: opened.isGone }
}
