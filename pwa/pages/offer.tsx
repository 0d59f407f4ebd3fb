import { getRouteApi } from '@tanstack/react-router'
import { NoOffer } from '../rentals/offers/no-offer'
import { OfferDetail } from '../rentals/offers/offer-detail'
import { useOffer } from '../rentals/offers/use-offer'
import { RequireUser } from '../session/require-user'
import { usePageTitle } from '../ui/page-title'
import { routeId } from '../ui/route-id'
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
