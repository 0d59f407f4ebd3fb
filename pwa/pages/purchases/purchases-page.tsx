import { useAccount } from '../../auth/account'
import { useLiveQuery } from '../../auth/use-live-query'
import { useCatalogue } from '../../auth/use-sync'
import { ButtonLink } from '../../components/button-link'
import { EmptyState } from '../../components/empty-state'
import { Spinner } from '../../components/spinner'
import { isOwnScopeHere } from '../../db/own-scope'
import type { ShownPurchase } from '../../db/purchase-overlay'
import { readPurchases } from '../../db/purchase-queries'
import { readUnreadThreads } from '../../db/thread-reads'
import { MessagesDialog } from '../messages/messages-dialog'
import { useThread } from '../messages/use-thread'
import { useNow } from '../offers/use-now'
import { PurchaseCard } from './purchase-card'

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
    <ul className="booking-list">
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
