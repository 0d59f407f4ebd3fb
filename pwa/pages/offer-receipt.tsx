import { getRouteApi } from '@tanstack/react-router'
import { RequireUser } from '../auth/require-user'
import { usePageTitle } from '../components/page-title'
import { NoOffer } from './offer/no-offer'
import { OfferReceipt } from './offer/offer-receipt'
import { receiptNumber } from './offer/receipt-words'
import { useOffer } from './offer/use-offer'
import { routeId } from './route-id'

const route = getRouteApi('/offers/$id/receipt')

/** The receipt of one offer, to read and to print. */
export function ReceiptPage() {
  return <RequireUser>{(user) => <Receipt userId={user.id} />}</RequireUser>
}

function Receipt({ userId }: { userId: number }) {
  const shown = useOffer(userId, routeId(route.useParams().id))
  usePageTitle(shown.state === 'shown' ? `Receipt ${receiptNumber(shown.booking)}` : 'Receipt')
  if (shown.state !== 'shown') return <NoOffer state={shown.state} />
  return <OfferReceipt booking={shown.booking} role={shown.role} />
}
