import { OffersPage } from '../rentals/offers/offers-page'
import { RequireUser } from '../session/require-user'

/** Offers made and received. */
export function Offers() {
  return <RequireUser>{(user) => <OffersPage userId={user.id} />}</RequireUser>
}
