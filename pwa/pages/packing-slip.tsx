import { getRouteApi } from '@tanstack/react-router'
import { OneOrder } from '../made-to-order/orders/one-order'
import { PackingSlip } from '../made-to-order/orders/packing-slip'
import { RequireUser } from '../session/require-user'
import { ButtonLink } from '../ui/button-link'
import { routeId } from '../ui/route-id'
import '../styles/receipt.css'
import '../styles/orders.css'

const route = getRouteApi('/manage-made-to-order/orders/$id/slip')

/** The packing slip of one order of one's own item, to read and to print. */
export function PackingSlipPage() {
  const id = routeId(route.useParams().id)
  const back = <ButtonLink to="/manage-made-to-order?tab=orders">Back to the orders</ButtonLink>
  return (
    <RequireUser>
      {(user) => (
        <OneOrder userId={user.id} side="seller" id={id} paper="Packing slip" back={back}>
          {(order) => <PackingSlip order={order} />}
        </OneOrder>
      )}
    </RequireUser>
  )
}
