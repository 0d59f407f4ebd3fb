import { getRouteApi } from '@tanstack/react-router'
import { receiptNumber } from '#schema/earnings'
import { NoOffer } from '../rentals/offers/no-offer'
import { OfferReceipt } from '../rentals/offers/receipt'
import { useOffer } from '../rentals/offers/use-offer'
import { RequireUser } from '../session/require-user'
import { usePageTitle } from '../ui/page-title'
import { routeId } from '../ui/route-id'

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
