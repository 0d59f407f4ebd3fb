import { getRouteApi } from '@tanstack/react-router'
import { purchaseNumber } from '#schema/earnings'
import { isOwnScopeHere } from '../disk/own-scope'
import { readPurchase } from '../made-to-order/orders/purchase-queries'
import { PurchaseReceipt } from '../made-to-order/orders/purchase-receipt'
import { useAccount } from '../session/account'
import { RequireUser } from '../session/require-user'
import { useLiveQuery } from '../session/use-live-query'
import { useReachability, useSyncStatus } from '../session/use-sync'
import { ButtonLink } from '../ui/button-link'
import { DetailSkeleton } from '../ui/detail-skeleton'
import { EmptyState } from '../ui/empty-state'
import { usePageTitle } from '../ui/page-title'
import { routeId } from '../ui/route-id'

const route = getRouteApi('/purchases/$id/receipt')

/** The receipt of one order, to read and to print. */
export function PurchaseReceiptPage() {
  return <RequireUser>{(user) => <Receipt userId={user.id} />}</RequireUser>
}

function Receipt({ userId }: { userId: number }) {
  const { db } = useAccount().engine
  const { reachable } = useReachability()
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
  return <NoPurchase isOffline={!reachable} />
}

function NoPurchase({ isOffline }: { isOffline: boolean }) {
  return (
    <div className="page">
      <EmptyState
        drawing={isOffline ? 'offline' : 'not-found'}
        title={isOffline ? 'This order is not on this device yet' : 'Order not found'}
        headingLevel={1}
        action={<ButtonLink to="/purchases">My Purchases</ButtonLink>}
      >
        {isOffline ? 'Connect once to see it.' : 'It may be somebody else’s, or the link is incomplete.'}
      </EmptyState>
    </div>
  )
}
