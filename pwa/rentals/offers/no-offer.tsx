import { NotHere } from '../../session/not-here'
import { ButtonLink } from '../../ui/button-link'
import { DetailSkeleton } from '../../ui/detail-skeleton'
import type { ShownOffer } from './use-offer'

/** Instead of an offer that is being read, that does not exist, or that never came to this device. */
export function NoOffer({ state }: { state: Exclude<ShownOffer['state'], 'shown'> }) {
  if (state === 'loading') return <DetailSkeleton label="Loading the offer" />
  const isOffline = state === 'unreachable'
  return <NotHere what="Offer" isOffline={isOffline} action={<ButtonLink to="/offers">Back to Offers</ButtonLink>} />
}
