import { useIsPart } from '../../session/use-held-areas'
import { useCatalogue } from '../../session/use-sync'
import { allOf } from '../../todo/todo-groups'
import { TodoList } from '../../todo/todo-list'
import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { orderNews } from './order-news'
import { type OrdersProps, OrdersWithThread } from './orders-with-thread'
import { PurchaseCard } from './purchase-card'

/** Everything that a person has ordered as a list of what to do, from this device. */
export function PurchasesPage({ userId }: { userId: number }) {
  return (
    <div className="page">
      <h1>My Purchases</h1>
      <OrdersWithThread userId={userId} side="buyer" path="/purchases" loading="Loading your purchases">
        {(orders) => <Purchases {...orders} />}
      </OrdersWithThread>
    </div>
  )
}

function Purchases({ todo, now, today, unreadOf, onMessages }: OrdersProps) {
  const { catalogue, ready } = useCatalogue()
  const isPart = useIsPart('item')
  if (allOf(todo).length === 0)
    return (
      <EmptyState
        drawing="purchases"
        title="No purchases yet"
        action={<ButtonLink to="/made-to-order">Browse Made-to-Order Items</ButtonLink>}
      >
        You haven't made any purchases yet.
      </EmptyState>
    )
  // No item counts as gone while the items are on their way, or do not all fit on this device.
  const knowsItems = ready && catalogue.isFilled('item') && isPart === false
  return (
    <TodoList todo={todo} about="order" newsOf={(order) => orderNews(order, 'buyer', { now, today })}>
      {(purchase) => (
        <PurchaseCard
          purchase={purchase}
          now={now}
          today={today}
          unread={unreadOf(purchase)}
          onMessages={() => onMessages(purchase)}
          isOffered={!knowsItems || catalogue.get('item', purchase.itemId) !== undefined}
        />
      )}
    </TodoList>
  )
}
