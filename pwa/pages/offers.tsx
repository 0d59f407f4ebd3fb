import { RequireUser } from '../auth/require-user'
import { OffersPage } from './offers/offers-page'

/** Offers made and received. */
export function Offers() {
  return <RequireUser>{(user) => <OffersPage userId={user.id} />}</RequireUser>
}
