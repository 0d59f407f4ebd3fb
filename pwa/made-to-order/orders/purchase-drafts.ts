import * as z from 'zod/mini'
import { isDay } from '#schema/date-range'
import { ORDER_PIECES_MAX } from '#schema/purchase'
import type { LocalDb } from '../../disk/local-db'
import type { KeptDraft } from '../../drafts/autosave'
import { endDraft } from '../../drafts/end-draft'
import { Seen } from '../../money/seen'

/** What is typed is kept even while it is too long to be sent; this only keeps nonsense out of storage. */
const Words = z.string().check(z.maxLength(100_000))
const Day = z.string().check(z.refine(isDay))
const Pieces = z.int().check(z.minimum(1), z.maximum(ORDER_PIECES_MAX))

/** What an order says. */
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
  attempt: z.nullable(z.object({ clientId: z.uuid(), wishes: OrderWishes })),
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
  const { attempt: _, seen: __, wishedBy: ___, wishedPieces: ____, ...wishes } = draft
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

/** The kept form of an item, or null. One that makes no sense, perhaps of an older version, counts as none. */
export async function readOrderDraft(db: LocalDb, itemId: number): Promise<OrderDraft | null> {
  const kept = OrderDraft.safeParse((await db.drafts.get(draftId(itemId)))?.values)
  return kept.success ? kept.data : null
}

/**
 * The form of an item as it keeps itself.
 * @param isFresh whether there is nothing of its person's in it: such a form is forgotten
 */
export function keptOrder(
  db: LocalDb,
  itemId: number,
  isFresh: (values: OrderDraft) => boolean,
): KeptDraft<OrderDraft> {
  return {
    draftId: draftId(itemId),
    read: () => readOrderDraft(db, itemId),
    write: (values) => (isFresh(values) ? dropOrderDraft(db, itemId) : keepOrderDraft(db, itemId, values)),
    parse: (noted) => OrderDraft.safeParse(noted).data ?? null,
  }
}

/** Keeps a form as it is now. */
export async function keepOrderDraft(db: LocalDb, itemId: number, values: OrderDraft): Promise<void> {
  const updatedAt = new Date().toISOString()
  await db.drafts.put({ draftId: draftId(itemId), kind: 'purchase', values, updatedAt })
}

/** Forgets a form: its order is placed. */
export async function dropOrderDraft(db: LocalDb, itemId: number): Promise<void> {
  await endDraft(db, draftId(itemId))
}

/**
 * The attempt under which an order is sent: the one that is kept when it says the same, else a new one, kept before it is
 * answered. Pages of the same browser get the same one.
 * @param over the id of an attempt that has come to its end
 */
export async function claimOrder(
  db: LocalDb,
  itemId: number,
  wishes: OrderWishes,
  over: string | null,
): Promise<OrderAttempt> {
  return db.transaction('rw', db.drafts, async () => {
    const draft = await readOrderDraft(db, itemId)
    const kept = draft?.attempt
    if (kept && kept.clientId !== over && isSameOrder(kept.wishes, wishes)) return kept
    const attempt = { clientId: crypto.randomUUID(), wishes }
    await keepOrderDraft(db, itemId, { ...wishes, attempt, ...(draft?.seen && { seen: draft.seen }) })
    return attempt
  })
}

function draftId(itemId: number): string {
  return `purchase:${itemId}`
}
