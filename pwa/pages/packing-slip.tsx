import { getRouteApi } from '@tanstack/react-router'
import { purchaseNumber } from '#schema/earnings'
import { isOwnScopeHere } from '../disk/own-scope'
import { PackingSlip } from '../made-to-order/orders/packing-slip'
import { readPurchase } from '../made-to-order/orders/purchase-queries'
import { useAccount } from '../session/account'
import { NotHere } from '../session/not-here'
import { RequireUser } from '../session/require-user'
import { useLiveQuery } from '../session/use-live-query'
import { useReachable, useSyncStatus } from '../session/use-sync'
import { ButtonLink } from '../ui/button-link'
import { DetailSkeleton } from '../ui/detail-skeleton'
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
  const reachable = useReachable()
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
    <NotHere
      what="Order"
      isOffline={isOffline}
      action={<ButtonLink to="/manage-made-to-order?tab=orders">Back to the orders</ButtonLink>}
    />
  )
}
