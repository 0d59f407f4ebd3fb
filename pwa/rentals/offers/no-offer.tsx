import { ButtonLink } from '../../ui/button-link'
import { DetailSkeleton } from '../../ui/detail-skeleton'
import { EmptyState } from '../../ui/empty-state'
import type { ShownOffer } from './use-offer'

/** Instead of an offer that is being read, that does not exist, or that never came to this device. */
export function NoOffer({ state }: { state: Exclude<ShownOffer['state'], 'shown'> }) {
  if (state === 'loading') return <DetailSkeleton label="Loading the offer" />
  const isOffline = state === 'unreachable'
  return (
    <div className="page">
      <EmptyState
        drawing={isOffline ? 'offline' : 'not-found'}
        title={isOffline ? 'This offer is not on this device yet' : 'Offer not found'}
        headingLevel={1}
        action={<ButtonLink to="/offers">Back to Offers</ButtonLink>}
      >
        {isOffline ? 'Connect once to see it.' : 'It may be somebody else’s, or the link is incomplete.'}
      </EmptyState>
    </div>
  )
}
