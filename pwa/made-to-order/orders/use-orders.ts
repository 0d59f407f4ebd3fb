import { useAccount } from '../../session/account'
import { marketDay } from '../../session/market-day'
import { useOwnQuery } from '../../session/not-here'
import { useServerNow } from '../../session/use-server-now'
import type { Todo } from '../../todo/todo-groups'
import { groupOrders, type OrderClock, type OrderSide } from './order-todo'
import type { ShownPurchase } from './purchase-overlay'
import { readPurchases } from './purchase-queries'

/** Countdowns show minutes, so looking twice a minute is enough. */
const CLOCK_TICK_MS = 30_000

interface Orders extends OrderClock {
  /** Undefined until they have been read from this device, or have come to it once. */
  todo: Todo<ShownPurchase> | undefined
  find: (id: number | null) => ShownPurchase | undefined
  /** This device has been asked. */
  known: boolean
}

/** The orders that a person placed, or those of their items, as a list of what to do. */
export function useOrders(userId: number, side: OrderSide): Orders {
  const { config } = useAccount()
  const now = useServerNow(CLOCK_TICK_MS)
  const own = useOwnQuery(userId, (db) => readPurchases(db, userId, side), [side])
  const today = marketDay(config, now)
  const isHere = own && (own.complete || own.found.length > 0)
  return {
    now,
    today,
    todo: isHere ? groupOrders(own.found, side, { now, today }) : undefined,
    find: (id) => own?.found.find((order) => order.id === id),
    known: own !== undefined,
  }
}
