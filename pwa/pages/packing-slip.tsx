import { getRouteApi } from '@tanstack/react-router'
import { purchaseNumber } from '#schema/earnings'
import { isOwnScopeHere } from '../disk/own-scope'
import { PackingSlip } from '../made-to-order/orders/packing-slip'
import { readPurchase } from '../made-to-order/orders/purchase-queries'
import { useAccount } from '../session/account'
import { RequireUser } from '../session/require-user'
import { useLiveQuery } from '../session/use-live-query'
import { useReachability, useSyncStatus } from '../session/use-sync'
import { ButtonLink } from '../ui/button-link'
import { DetailSkeleton } from '../ui/detail-skeleton'
import { EmptyState } from '../ui/empty-state'
import { usePageTitle } from '../ui/page-title'
import { routeId } from '../ui/route-id'
import '../styles/receipt.css'
import '../styles/orders.css'

const route = getRouteApi('/manage-made-to-order/orders/$id/slip')

/** The packing slip of one order of one's own item, to read and to print. */
export function PackingSlipPage() {
  return <RequireUser>{(user) => <Slip userId={user.id} />}</RequireUser>
}

function Slip({ userId }: { userId: number }) {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const { pulling } = useSyncStatus()
  const id = routeId(route.useParams().id)
  const found = useLiveQuery(async () => {
    const [order, complete] = await Promise.all([
      id === null ? undefined : readPurchase(engine.db, userId, 'seller', id),
      isOwnScopeHere(engine.db, userId),
    ])
    return { order, complete }
  }, [engine, userId, id])
  const order = found?.order
  usePageTitle(order ? `Packing slip ${purchaseNumber(order)}` : 'Packing slip')
  if (order) return <PackingSlip order={order} />
  // An order that was placed a moment ago may be on its way to this device.
  if (!found || (reachable && (pulling || !found.complete))) return <DetailSkeleton label="Loading the packing slip" />
  const isOffline = !(found.complete && reachable)
  return (
    <div className="page">
      <EmptyState
        drawing={isOffline ? 'offline' : 'not-found'}
        title={isOffline ? 'This order is not on this device yet' : 'Order not found'}
        headingLevel={1}
        action={<ButtonLink to="/manage-made-to-order?tab=orders">Back to the orders</ButtonLink>}
      >
        {isOffline ? 'Connect once to see it.' : 'It may be somebody else’s, or the link is incomplete.'}
      </EmptyState>
    </div>
  )
}
