import { RequireUser } from '../auth/require-user'
import { usePageTitle } from '../components/page-title'
import { OrdersTab } from './manage/orders-tab'

/** What a maker sells and what was ordered. */
export function ManageMadeToOrder() {
  usePageTitle('Made-to-Order Dashboard')
  return (
    <RequireUser>
      {(user) => (
        <div className="page">
          <div className="page__head">
            <h1>Made-to-Order Dashboard</h1>
          </div>
          <OrdersTab userId={user.id} />
        </div>
      )}
    </RequireUser>
  )
}
