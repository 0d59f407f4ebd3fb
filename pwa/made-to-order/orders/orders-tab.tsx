import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { PurchaseStatus } from '#schema/purchase'
import { mustSignInAgain } from '../../session/session-words'
import { useOutbox, useReachable } from '../../session/use-sync'
import { allOf, filterTodo } from '../../todo/todo-groups'
import { TodoList } from '../../todo/todo-list'
import { EmptyState } from '../../ui/empty-state'
import { OrderCard } from './order-card'
import { orderNews } from './order-news'
import { type OrdersProps, OrdersWithThread } from './orders-with-thread'
import { purchaseStatusWord } from './purchase-badge'
import type { ShownPurchase } from './purchase-overlay'
import { statusCounts } from './status-counts'
import '../../styles/offers.css'
import '../../styles/orders.css'

const route = getRouteApi('/manage-made-to-order')

/** The orders of one's own items as a list of what to do; from this device, with or without a connection. */
export function OrdersTab({ userId }: { userId: number }) {
  return (
    <OrdersWithThread userId={userId} side="seller" path="/manage-made-to-order" loading="Loading orders">
      {(orders) => <Orders {...orders} />}
    </OrdersWithThread>
  )
}

function Orders({ todo, now, today, unreadOf, onMessages }: OrdersProps) {
  const { status } = route.useSearch()
  const reachable = useReachable()
  const { paused } = useOutbox()
  const orders = allOf(todo)
  if (orders.length === 0)
    return (
      <EmptyState drawing="purchases" title="No orders yet">
        When somebody buys one of your items, you work through it here.
      </EmptyState>
    )
  const wanted = PurchaseStatus.safeParse(status).data ?? null
  const shown = filterTodo(todo, ({ status }) => wanted === null || status === wanted)
  return (
    <div className="stack">
      <StatusFilter orders={orders} wanted={wanted} />
      {allOf(shown).length === 0 && <p className="muted">No order has this status now.</p>}
      <TodoList todo={shown} about="order" newsOf={(order) => orderNews(order, 'seller', { now, today })}>
        {(order) => (
          <OrderCard
            order={order}
            today={today}
            now={now}
            unread={unreadOf(order)}
            device={{ reachable, paused: mustSignInAgain(paused) }}
            onMessages={() => onMessages(order)}
          />
        )}
      </TodoList>
    </div>
  )
}

/** All orders, or those of one status; the choice is in the address. */
function StatusFilter({ orders, wanted }: { orders: ShownPurchase[]; wanted: PurchaseStatus | null }) {
  const navigate = useNavigate({ from: '/manage-made-to-order' })
  const choose = (status: PurchaseStatus | null) =>
    navigate({
      to: '/manage-made-to-order',
      search: ({ status: _earlier, ...search }) => (status ? { ...search, status } : search),
      replace: true,
      resetScroll: false,
    })
  const choices = [{ status: null, count: orders.length }, ...statusCounts(orders)]
  return (
    <fieldset className="order-filter bare wrap gap-2">
      <legend className="visually-hidden">Show orders</legend>
      {choices.map(({ status, count }) => (
        <button
          key={status ?? 'all'}
          type="button"
          className="is-secondary"
          aria-pressed={status === wanted}
          onClick={() => choose(status)}
        >
          {status === null ? 'All' : purchaseStatusWord(status)}
          <span className="muted tabular">{count}</span>
        </button>
      ))}
    </fieldset>
  )
}
