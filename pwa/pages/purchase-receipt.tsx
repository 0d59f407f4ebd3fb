import { getRouteApi } from '@tanstack/react-router'
import { purchaseNumber } from '#schema/earnings'
import { isOwnScopeHere } from '../disk/own-scope'
import { readPurchase } from '../made-to-order/orders/purchase-queries'
import { PurchaseReceipt } from '../made-to-order/orders/purchase-receipt'
import { useAccount } from '../session/account'
import { NotHere } from '../session/not-here'
import { RequireUser } from '../session/require-user'
import { useLiveQuery } from '../session/use-live-query'
import { useReachable, useSyncStatus } from '../session/use-sync'
import { ButtonLink } from '../ui/button-link'
import { DetailSkeleton } from '../ui/detail-skeleton'
import { usePageTitle } from '../ui/page-title'
import { routeId } from '../ui/route-id'

const route = getRouteApi('/purchases/$id/receipt')

/** The receipt of one order, to read and to print. */
export function PurchaseReceiptPage() {
  return <RequireUser>{(user) => <Receipt userId={user.id} />}</RequireUser>
}

function Receipt({ userId }: { userId: number }) {
  const { db } = useAccount().engine
  const reachable = useReachable()
  const { pulling } = useSyncStatus()
  const id = routeId(route.useParams().id)
  const found = useLiveQuery(async () => {
    const [purchase, complete] = await Promise.all([
      id === null ? undefined : readPurchase(db, userId, 'buyer', id),
      isOwnScopeHere(db, userId),
    ])
    return { purchase, complete }
  }, [db, userId, id])
  usePageTitle(found?.purchase ? `Receipt ${purchaseNumber(found.purchase)}` : 'Receipt')
  if (found?.purchase) return <PurchaseReceipt purchase={found.purchase} />
  // An order that was placed a moment ago, elsewhere, may be on its way to this device.
  if (!found || (reachable && (pulling || !found.complete))) return <DetailSkeleton label="Loading the receipt" />
  return <NotHere what="Order" isOffline={!reachable} action={<ButtonLink to="/purchases">My Purchases</ButtonLink>} />
}
