import { MessagesDialog } from '../../messages/messages-dialog'
import { readUnreadThreads } from '../../messages/thread-reads'
import { useThread } from '../../messages/use-thread'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useCatalogue } from '../../session/use-sync'
import { allOf, type Todo } from '../../todo/todo-groups'
import { TodoList } from '../../todo/todo-list'
import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { Spinner } from '../../ui/spinner'
import { orderNews } from './order-news'
import type { OrderClock } from './order-todo'
import { PurchaseCard } from './purchase-card'
import type { ShownPurchase } from './purchase-overlay'
import { useOrders } from './use-orders'

/** Everything that a person has ordered as a list of what to do, from this device. */
export function PurchasesPage({ userId }: { userId: number }) {
  return (
    <div className="page">
      <h1>My Purchases</h1>
      <PurchaseList userId={userId} />
    </div>
  )
}

function PurchaseList({ userId }: { userId: number }) {
  const thread = useThread('/purchases')
  const orders = useOrders(userId, 'buyer')
  const talkedOf = orders.find(thread.id)
  return (
    <>
      {orders.todo ? (
        <Purchases userId={userId} todo={orders.todo} now={orders.now} today={orders.today} onMessages={thread.open} />
      ) : (
        <Spinner label="Loading your purchases" />
      )}
      {thread.id !== null && (
        <MessagesDialog
          key={thread.id}
          thread={{ about: 'order', id: thread.id }}
          userId={userId}
          subject={talkedOf && { other: talkedOf.sellerUsername, title: talkedOf.itemTitle }}
          known={orders.known}
          onClose={thread.close}
        />
      )}
    </>
  )
}

interface PurchasesProps extends OrderClock {
  userId: number
  todo: Todo<ShownPurchase>
  onMessages: (purchaseId: number) => void
}

function Purchases({ userId, todo, now, today, onMessages }: PurchasesProps) {
  const { db } = useAccount().engine
  const { catalogue, ready } = useCatalogue()
  const unread = useLiveQuery(() => readUnreadThreads(db, userId, 'order'), [db, userId])
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
  // While the items themselves are still on their way, none of them counts as gone.
  const knowsItems = ready && catalogue.isFilled('item')
  return (
    <TodoList todo={todo} about="order" newsOf={(order) => orderNews(order, 'buyer', { now, today })}>
      {(purchase) => (
        <PurchaseCard
          purchase={purchase}
          now={now}
          unread={unread?.get(purchase.id) ?? 0}
          onMessages={() => onMessages(purchase.id)}
          isOffered={!knowsItems || catalogue.get('item', purchase.itemId) !== undefined}
        />
      )}
    </TodoList>
  )
}
