import { isOwnScopeHere } from '../../disk/own-scope'
import { MessagesDialog } from '../../messages/messages-dialog'
import { readUnreadThreads } from '../../messages/thread-reads'
import { useThread } from '../../messages/use-thread'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useCatalogue } from '../../session/use-sync'
import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { Spinner } from '../../ui/spinner'
import { useNow } from '../../ui/times/use-now'
import { PurchaseCard } from './purchase-card'
import type { ShownPurchase } from './purchase-overlay'
import { readPurchases } from './purchase-queries'

/** Countdowns show minutes, so looking twice a minute is enough. */
const CLOCK_TICK_MS = 30_000

/** Everything that a person has ordered, from this device. */
export function PurchasesPage({ userId }: { userId: number }) {
  return (
    <div className="page">
      <h1>My Purchases</h1>
      <PurchaseList userId={userId} />
    </div>
  )
}

function PurchaseList({ userId }: { userId: number }) {
  const { db } = useAccount().engine
  const thread = useThread('/purchases')
  const found = useLiveQuery(async () => {
    const [purchases, complete] = await Promise.all([readPurchases(db, userId, 'buyer'), isOwnScopeHere(db, userId)])
    return { purchases, complete }
  }, [db, userId])
  const talkedOf = found?.purchases.find(({ id }) => id === thread.id)
  return (
    <>
      {found && (found.complete || found.purchases.length > 0) ? (
        <Purchases userId={userId} purchases={found.purchases} onMessages={thread.open} />
      ) : (
        <Spinner label="Loading your purchases" />
      )}
      {thread.id !== null && (
        <MessagesDialog
          key={thread.id}
          thread={{ about: 'order', id: thread.id }}
          userId={userId}
          subject={talkedOf && { other: talkedOf.sellerUsername, title: talkedOf.itemTitle }}
          known={found !== undefined}
          onClose={thread.close}
        />
      )}
    </>
  )
}

interface PurchasesProps {
  userId: number
  purchases: ShownPurchase[]
  onMessages: (purchaseId: number) => void
}

function Purchases({ userId, purchases, onMessages }: PurchasesProps) {
  const { db } = useAccount().engine
  const { catalogue, ready } = useCatalogue()
  const now = useNow(CLOCK_TICK_MS)
  const unread = useLiveQuery(() => readUnreadThreads(db, userId, 'order'), [db, userId])
  if (purchases.length === 0)
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
    <ul className="booking-list plain-list">
      {purchases.map((purchase) => (
        <li key={purchase.id}>
          <PurchaseCard
            purchase={purchase}
            now={now}
            unread={unread?.get(purchase.id) ?? 0}
            onMessages={() => onMessages(purchase.id)}
            isOffered={!knowsItems || catalogue.get('item', purchase.itemId) !== undefined}
          />
        </li>
      ))}
    </ul>
  )
}
