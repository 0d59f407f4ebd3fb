import { PurchasesPage } from '../made-to-order/orders/purchases-page'
import { useAccount } from '../session/account'
import { AuthenticationRequired } from '../session/authentication-required'
import { usePageTitle } from '../ui/page-title'
import { Spinner } from '../ui/spinner'
import '../styles/offers.css'
import '../styles/purchases.css'

/** My Purchases, for whoever is here. */
export function Purchases() {
  usePageTitle('My Purchases')
  const { user } = useAccount()
  if (user === undefined) return <Spinner label="Loading your account" />
  if (user === null) return <AuthenticationRequired>Please sign in to view your purchases.</AuthenticationRequired>
  return <PurchasesPage key={user.id} userId={user.id} />
}
