import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { todayIn } from '#schema/date-range'
import { PurchaseStatus } from '#schema/purchase'
import { isOwnScopeHere } from '../../disk/own-scope'
import { MessagesDialog } from '../../messages/messages-dialog'
import { readUnreadThreads } from '../../messages/thread-reads'
import { useThread } from '../../messages/use-thread'
import { useAccount } from '../../session/account'
import { mustSignInAgain } from '../../session/session-words'
import { useLiveQuery } from '../../session/use-live-query'
import { useOutbox, useReachability } from '../../session/use-sync'
import { EmptyState } from '../../ui/empty-state'
import { Spinner } from '../../ui/spinner'
import { useNow } from '../../ui/times/use-now'
import { OrderCard } from './order-card'
import { inOrderOfWork, statusCounts } from './order-list'
import { purchaseStatusWord } from './purchase-badge'
import type { ShownPurchase } from './purchase-overlay'
import { readPurchases } from './purchase-queries'
import '../../styles/offers.css'
import '../../styles/orders.css'

const route = getRouteApi('/manage-made-to-order')
const CLOCK_TICK_MS = 60_000

/** The orders of one's own items, those to be worked on first; from this device, with or without a connection. */
export function OrdersTab({ userId }: { userId: number }) {
  const { engine } = useAccount()
  const thread = useThread('/manage-made-to-order')
  const found = useLiveQuery(async () => {
    const [orders, complete] = await Promise.all([
      readPurchases(engine.db, userId, 'seller'),
      isOwnScopeHere(engine.db, userId),
    ])
    return { orders, complete }
  }, [engine, userId])
  const talkedOf = found?.orders.find(({ id }) => id === thread.id)
  return (
    <>
      {found && (found.complete || found.orders.length > 0) ? (
        <Orders userId={userId} orders={found.orders} onMessages={thread.open} />
      ) : (
        <Spinner label="Loading orders" />
      )}
      {thread.id !== null && (
        <MessagesDialog
          key={thread.id}
          thread={{ about: 'order', id: thread.id }}
          userId={userId}
          subject={talkedOf && { other: talkedOf.buyerUsername, title: talkedOf.itemTitle }}
          known={found !== undefined}
          onClose={thread.close}
        />
      )}
    </>
  )
}

interface OrdersProps {
  userId: number
  orders: ShownPurchase[]
  onMessages: (purchaseId: number) => void
}

function Orders({ userId, orders, onMessages }: OrdersProps) {
  const { engine, config } = useAccount()
  const { status } = route.useSearch()
  const { reachable } = useReachability()
  const { paused } = useOutbox()
  const now = useNow(CLOCK_TICK_MS)
  const unread = useLiveQuery(() => readUnreadThreads(engine.db, userId, 'order'), [engine, userId])
  if (orders.length === 0)
    return (
      <EmptyState drawing="purchases" title="No orders yet">
        When somebody buys one of your items, you work through it here.
      </EmptyState>
    )
  const wanted = PurchaseStatus.safeParse(status).data ?? null
  const today = todayIn(config?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, now)
  const shown = inOrderOfWork(orders).filter((order) => wanted === null || order.status === wanted)
  return (
    <div className="stack">
      <StatusFilter orders={orders} wanted={wanted} />
      {shown.length === 0 && <p className="muted">No order has this status now.</p>}
      <ul className="booking-list plain-list">
        {shown.map((order) => (
          <li key={order.id}>
            <OrderCard
              order={order}
              today={today}
              now={now}
              unread={unread?.get(order.id) ?? 0}
              device={{ reachable, paused: mustSignInAgain(paused) }}
              onMessages={() => onMessages(order.id)}
            />
          </li>
        ))}
      </ul>
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
    <fieldset className="order-filter wrap gap-2">
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
          <span className="order-filter__count">{count}</span>
        </button>
      ))}
    </fieldset>
  )
}
