import { useLiveQuery } from 'dexie-react-hooks'
import { useAccount } from '../../auth/account'
import { useCatalogue } from '../../auth/use-sync'
import { ButtonLink } from '../../components/button-link'
import { EmptyState } from '../../components/empty-state'
import { Spinner } from '../../components/spinner'
import { readOwnPurchases } from '../../db/own-purchases'
import { isOwnScopeHere } from '../../db/own-scope'
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
  const { catalogue, ready } = useCatalogue()
  const now = useNow(CLOCK_TICK_MS)
  const found = useLiveQuery(async () => {
    const [purchases, complete] = await Promise.all([readOwnPurchases(db, userId), isOwnScopeHere(db, userId)])
    return { purchases, complete }
  }, [db, userId])
  if (!found || (found.purchases.length === 0 && !found.complete)) return <Spinner label="Loading your purchases" />
  if (found.purchases.length === 0)
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
      {found.purchases.map((purchase) => (
        <li key={purchase.id}>
          <PurchaseCard
            purchase={purchase}
            userId={userId}
            now={now}
            isOffered={!knowsItems || catalogue.get('item', purchase.itemId) !== undefined}
          />
        </li>
      ))}
    </ul>
  )
}
