import * as z from 'zod/mini'
import { isDay } from '#schema/date-range'
import { ORDER_PIECES_MAX } from '#schema/purchase'
import type { LocalDb } from '../../disk/local-db'
import { type DeviceDraft, draftOf, type FormSpec } from '../../drafts/draft-of'
import { withHeldAttempt } from '../../drafts/sale-attempt'
import { Seen } from '../../money/seen'

/** Typed text is kept even while it is too long to send; this only keeps nonsense out of storage. */
const Words = z.string().check(z.maxLength(100_000))
const Day = z.string().check(z.refine(isDay))
const Pieces = z.int().check(z.minimum(1), z.maximum(ORDER_PIECES_MAX))

/** The wishes of an order. */
export const OrderWishes = z.object({
  quantity: z._default(Pieces, 1),
  name: Words,
  street: Words,
  city: Words,
  state: Words,
  zipCode: Words,
  note: Words,
  customizations: z.record(z.string(), Words),
  needBy: z.nullable(Day),
  askedMaker: z.boolean(),
})
export type OrderWishes = z.infer<typeof OrderWishes>

/**
 * A purchase form as its person left it. `attempt` is there from the first press of Buy until the order is known to be
 * placed: its id goes with every further try, so that tries of one order never become two.
 */
export const OrderDraft = z.extend(OrderWishes, {
  attempt: z.nullable(
    z.object({
      clientId: z.uuid(),
      wishes: OrderWishes,
      /** The price and conditions under which it went out first. */
      seen: z.optional(Seen),
    }),
  ),
  /** The id of an attempt that has come to its end. */
  over: z.optional(z.uuid()),
  /** The conditions that its person was shown at the beginning, or agreed to since. */
  seen: z.optional(Seen),
  /** The wanted day that came along with its person last. */
  wishedBy: z.optional(Day),
  /** The number of pieces that came along so. */
  wishedPieces: z.optional(Pieces),
})
export type OrderDraft = z.infer<typeof OrderDraft>
export type OrderAttempt = NonNullable<OrderDraft['attempt']>

export const EMPTY_ORDER: OrderDraft = {
  quantity: 1,
  name: '',
  street: '',
  city: '',
  state: '',
  zipCode: '',
  note: '',
  customizations: {},
  needBy: null,
  askedMaker: false,
  attempt: null,
  seen: undefined,
}

/** An order's words without what belongs to its tries. */
export function wishesOf(draft: OrderDraft): OrderWishes {
  const { attempt: _, over: __, seen: ___, wishedBy: ____, wishedPieces: _____, ...wishes } = draft
  return wishes
}

/** Is the order that was tried the one that is wanted now? */
export function isSameOrder(a: OrderWishes, b: OrderWishes): boolean {
  return fingerprint(a) === fingerprint(b)
}

function fingerprint({ customizations, ...wishes }: OrderWishes): string {
  const chosen = Object.entries(customizations).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []))
  const rest = Object.entries(wishes).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
  return JSON.stringify([chosen.toSorted(), rest.toSorted()])
}

const specOf = (itemId: number): FormSpec<OrderDraft> => ({
  id: `purchase:${itemId}`,
  kind: 'purchase',
  shape: OrderDraft,
})

/**
 * The form of an item, on this device.
 * @param isBlank whether nothing of its person's is in the form
 */
export const orderDraft = (itemId: number, isBlank?: (values: OrderDraft) => boolean): DeviceDraft<OrderDraft> =>
  draftOf({ ...specOf(itemId), withHeld: withHeldAttempt<OrderDraft>, ...(isBlank && { isBlank }) })

/** The attempt before: `over` is the id of one that has come to its end, `underWay` of one that may be on its way still. */
export interface TryBefore {
  over: string | null
  underWay: string | null
}

/**
 * The attempt under which an order is sent: the one that is kept when it says the same, else a new one, kept before it is
 * answered. Pages of the same browser get the same one. One that may be on its way lends its id: the server makes one order of both.
 */
export async function claimOrder(
  db: LocalDb,
  itemId: number,
  { wishes, seen }: { wishes: OrderWishes; seen: Seen },
  { over, underWay }: TryBefore,
): Promise<OrderAttempt> {
  return db.transaction('rw', db.drafts, async () => {
    const draft = await orderDraft(itemId).read(db)
    const kept = draft?.attempt
    if (kept && kept.clientId !== over && isSameOrder(kept.wishes, wishes)) return kept
    const attempt = { clientId: underWay ?? crypto.randomUUID(), wishes, seen }
    // It takes the place of the one that is kept, under the same id too.
    await draftOf(specOf(itemId)).save(db, {
      ...{ ...wishes, attempt, over: kept?.clientId === underWay ? draft?.over : kept?.clientId },
      ...(draft?.seen && { seen: draft.seen }),
    })
    return attempt
  })
}
