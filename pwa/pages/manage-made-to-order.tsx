import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { OrdersTab } from '../made-to-order/orders/orders-tab'
import { OwnItems } from '../made-to-order/orders/own-items'
import { useOrders } from '../made-to-order/orders/use-orders'
import { AuthenticationRequired } from '../session/authentication-required'
import { RequireUser } from '../session/require-user'
import { ButtonLink } from '../ui/button-link'
import { usePageTitle } from '../ui/page-title'
import { Tabs } from '../ui/tabs'

const route = getRouteApi('/manage-made-to-order')

/** A maker's items and orders. */
export function ManageMadeToOrder() {
  usePageTitle('Made-to-Order Dashboard')
  const signIn = <AuthenticationRequired>Please sign in to manage your made-to-order items.</AuthenticationRequired>
  return <RequireUser visitor={signIn}>{(user) => <Dashboard userId={user.id} />}</RequireUser>
}

function Dashboard({ userId }: { userId: number }) {
  const { tab, thread } = route.useSearch()
  const navigate = useNavigate()
  const { todo } = useOrders(userId, 'seller')
  const selected = tab ?? (thread === undefined ? 'items' : 'orders')
  const select = (id: string) =>
    navigate({
      to: '/manage-made-to-order',
      search: id === 'orders' ? { tab: 'orders' } : {},
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="page">
      <div className="page__head">
        <h1>Made-to-Order Dashboard</h1>
        <ButtonLink to="/create-made-to-order">
          <Plus />
          Create New Item
        </ButtonLink>
      </div>
      <Tabs
        label="Made-to-Order Dashboard"
        tabs={[
          { id: 'items', label: 'My Items' },
          { id: 'orders', label: 'Orders', count: todo?.needs.length ?? 0 },
        ]}
        selected={selected}
        onSelect={select}
      >
        {selected === 'orders' ? <OrdersTab userId={userId} /> : <OwnItems userId={userId} />}
      </Tabs>
    </div>
  )
}
