import { LoaderCircle } from 'lucide-react'
import { useToday } from '../../session/use-today'
import { StatusChip } from '../../ui/status-chip'
import { itemStanding } from './item-standing'
import type { ShownOwnItem } from './own-item-overlay'

/** How one's own item stands: what needs its maker first, then what is on its way, then whether it takes orders. */
export function OwnItemChip({ shown }: { shown: ShownOwnItem }) {
  const today = useToday()
  if (shown.refused) return <StatusChip tone="refused">Needs you</StatusChip>
  if (shown.waiting === 'waiting') return <StatusChip tone="waiting">Waiting to be sent</StatusChip>
  if (shown.waiting === 'sending')
    return (
      <StatusChip tone="waiting" icon={<LoaderCircle className="turning" />}>
        Sending
      </StatusChip>
    )
  const { tone, words } = itemStanding(shown.item, today)
  return <StatusChip tone={tone}>{words}</StatusChip>
}
