import { useAccount } from '../auth/account'
import { AuthenticationRequired } from '../auth/authentication-required'
import { usePageTitle } from '../components/page-title'
import { Spinner } from '../components/spinner'
import { PurchasesPage } from './purchases/purchases-page'
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
