import { LoaderCircle } from 'lucide-react'
import { StatusChip } from '../../ui/status-chip'
import type { ShownOwnListing } from './own-listing-overlay'

/** How one's own listing stands: what needs its owner first, then what is on its way, then whether it is on show. */
export function OwnListingChip({ shown }: { shown: ShownOwnListing }) {
  if (shown.refused) return <StatusChip tone="refused">Needs you</StatusChip>
  if (shown.waiting === 'waiting') return <StatusChip tone="waiting">Waiting to be sent</StatusChip>
  if (shown.waiting === 'sending')
    return (
      <StatusChip tone="waiting" icon={<LoaderCircle className="turning" />}>
        Sending
      </StatusChip>
    )
  if (shown.listing.hidden) return <StatusChip tone="danger">Hidden by the operators</StatusChip>
  if (!shown.listing.availability.available) return <StatusChip tone="neutral">Paused</StatusChip>
  return <StatusChip tone="success">On show</StatusChip>
}
