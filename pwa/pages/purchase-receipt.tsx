import { getRouteApi } from '@tanstack/react-router'
import { OneOrder } from '../made-to-order/orders/one-order'
import { PurchaseReceipt } from '../made-to-order/orders/purchase-receipt'
import { RequireUser } from '../session/require-user'
import { ButtonLink } from '../ui/button-link'
import { routeId } from '../ui/route-id'

const route = getRouteApi('/purchases/$id/receipt')

/** The receipt of one order, to read and to print. */
export function PurchaseReceiptPage() {
  const id = routeId(route.useParams().id)
  const back = <ButtonLink to="/purchases">My Purchases</ButtonLink>
  return (
    <RequireUser>
      {(user) => (
        <OneOrder userId={user.id} side="buyer" id={id} paper="Receipt" back={back}>
          {(purchase) => <PurchaseReceipt purchase={purchase} />}
        </OneOrder>
      )}
    </RequireUser>
  )
}
