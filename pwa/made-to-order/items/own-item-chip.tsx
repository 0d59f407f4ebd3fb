import { OwnThingChip } from '../../offerings/own-thing-chip'
import { useToday } from '../../session/use-today'
import { itemStanding } from './item-standing'
import type { ShownOwnItem } from './own-item-overlay'

/** How one's own item stands. */
export function OwnItemChip({ shown }: { shown: ShownOwnItem }) {
  const today = useToday()
  return <OwnThingChip shown={shown} standing={itemStanding(shown.item, today)} />
}
