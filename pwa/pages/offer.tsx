import { getRouteApi } from '@tanstack/react-router'
import { RequireUser } from '../auth/require-user'
import { usePageTitle } from '../components/page-title'
import { NoOffer } from './offer/no-offer'
import { OfferDetail } from './offer/offer-detail'
import { useOffer } from './offer/use-offer'
import { routeId } from './route-id'
import '../styles/offers.css'
import '../styles/offer.css'

const route = getRouteApi('/offers/$id')

/** One offer, made or received. */
export function OfferPage() {
  return <RequireUser>{(user) => <Offer userId={user.id} />}</RequireUser>
}

function Offer({ userId }: { userId: number }) {
  const shown = useOffer(userId, routeId(route.useParams().id))
  usePageTitle(shown.state === 'shown' ? `Offer: ${shown.booking.listingTitle}` : 'Offer')
  if (shown.state !== 'shown') return <NoOffer state={shown.state} />
  return <OfferDetail key={shown.booking.id} booking={shown.booking} role={shown.role} userId={userId} />
}
