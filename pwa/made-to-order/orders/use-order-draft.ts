import { useMemo } from 'react'
import * as z from 'zod/mini'
import type { CurrentUser } from '#schema/user'
import type { LocalDb } from '../../disk/local-db'
import type { Autosave } from '../../drafts/autosave'
import { endedAttempt } from '../../drafts/sale-attempt'
import { useKeptForm } from '../../drafts/use-kept-form'
import { endRedirect, openReturned } from '../../money/provider-redirect'
import type { ItemWish } from '../items/items-search'
import type { BuyPress } from './buy-item'
import { startingOrder, wishedOrder } from './order-rules'
import { claimOrder, isSameOrder, type OrderAttempt, OrderDraft, orderDraft, wishesOf } from './purchase-drafts'

/** The form as it goes along to the payment provider, and that a card was being set up. */
export const OrderRedirect = z.object({ order: OrderDraft, paymentSetup: z.literal(true) })
export type OrderRedirect = z.infer<typeof OrderRedirect>

export interface OrderDraftState {
  /** Undefined until it has been read from this device. */
  draft: OrderDraft | undefined
  /** Changes the form; it is kept as it is typed. */
  change: (part: Partial<OrderDraft>) => void
  /** The attempt of an earlier press, of any page of this browser. */
  attempt: () => Promise<OrderAttempt | null>
  /** Ends that attempt. */
  endAttempt: () => void
  /** Keeps the attempt that this order goes out under, before it goes out. */
  claim: BuyPress['claim']
  reset: () => void
}

/**
 * The purchase form of an item, as it was left on this device.
 * @param wish the wanted day and number of pieces of the address
 * @param trip the key with which its person has come back from the payment provider
 */
export function useOrderDraft(
  db: LocalDb,
  itemId: number,
  user: CurrentUser | null,
  trip: string | undefined,
  wish: ItemWish,
): OrderDraftState {
  const fresh = startingOrder(null, user)
  const keeper = useMemo(() => {
    const untouched = startingOrder(null, user)
    return orderDraft(itemId, (values) => isFresh(values, untouched)).autosave(db)
  }, [db, itemId, user])
  const load = async () => startingOrder(wishedOrder(await loadDraft(db, keeper, itemId, trip), wish), user)
  const { draft, change, takeOver, latest } = useKeptForm(keeper, fresh, load)
  return {
    draft,
    change,
    attempt: async () =>
      (await takeOver(async () => ({ attempt: (await orderDraft(itemId).read(db))?.attempt ?? latest().attempt })))
        .attempt,
    endAttempt: () => change(endedAttempt(latest())),
    claim: async (order, before) =>
      (await takeOver(async () => ({ attempt: await claimOrder(db, itemId, order, before) }))).attempt,
    reset: () => change({ ...fresh, ...endedAttempt(latest()) }),
  }
}

/** There is nothing of its person's in it. */
function isFresh(values: OrderDraft, fresh: OrderDraft): boolean {
  return values.attempt === null && isSameOrder(wishesOf(values), wishesOf(fresh))
}

async function loadDraft(
  db: LocalDb,
  keeper: Autosave<OrderDraft>,
  itemId: number,
  trip: string | undefined,
): Promise<OrderDraft | null> {
  const back = trip ? await endRedirect(trip, db.name, `/made-to-order/${itemId}`, OrderRedirect) : null
  return openReturned(db, orderDraft(itemId).id, keeper, back && { ...back, values: back.values.order })
}
