import { type Booking, hasReachedOwner } from '#schema/booking'
import type { Question } from '#schema/message'
import { TALKING_BOOKINGS, TALKING_ORDERS } from '#schema/message'
import { type Purchase, wasPaid } from '#schema/purchase'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import { laneOf } from '../disk/mutations'
import { pendingOf } from '../disk/pending-of'
import { type AskedAbout, type DealAbout, type ThreadAbout, threadKey, writeInDeal } from './thread'

/** The listing or the item of a question. */
export const askedIn = ({ listingId, itemId }: Question): AskedAbout =>
  listingId === null ? { about: 'item', id: itemId ?? 0 } : { about: 'listing', id: listingId }

/** The question of a thread, or the one that was asked before its offer or order; undefined when there is none here. */
export async function findQuestion(db: LocalDb, thread: ThreadAbout, userId: number): Promise<Question | undefined> {
  const { about, id } = thread
  if (about === 'question') return db.questions.get(id)
  if (about === 'listing' || about === 'item') return questionOf(db, { about, id }, userId)
  if (about === 'booking') {
    const booking = await db.bookings.get(id)
    return booking && questionOf(db, { about: 'listing', id: booking.listingId }, booking.userId)
  }
  const order = await db.purchases.get(id)
  return order && questionOf(db, { about: 'item', id: order.itemId }, order.userId)
}

async function questionOf(db: LocalDb, { about, id }: AskedAbout, askerId: number): Promise<Question | undefined> {
  const rows = db.questions.where(about === 'listing' ? 'listingId' : 'itemId').equals(id)
  return rows.and(({ userId }) => userId === askerId).first()
}

/**
 * Names the threads whose words go on in this one, on the device of this side of it. An asker's device holds words under the
 * number of the question too, from builds that wrote them there. None go on where the server takes no messages.
 */
export async function keysBefore(db: LocalDb, thread: ThreadAbout, userId: number): Promise<string[]> {
  if (thread.about === 'question' || !(await takesMessages(db, thread))) return []
  const [asked, question] = [await askedBefore(db, thread, userId), await findQuestion(db, thread, userId)]
  const numbered = question && ({ about: 'question', id: question.id } as const)
  return [asked, numbered, ...(await closedDeals(db, thread, userId))].flatMap((before) =>
    before ? threadKey(before) : [],
  )
}

/** This person's own offers and orders of a thing in which the server takes no messages: builds before moved words there. */
async function closedDeals(db: LocalDb, { about, id }: ThreadAbout, userId: number): Promise<DealAbout[]> {
  const isOwn = (deal: { userId: number }) => deal.userId === userId
  const bookings = about === 'listing' ? await db.bookings.where('listingId').equals(id).filter(isOwn).toArray() : []
  const orders = about === 'item' ? await db.purchases.where('itemId').equals(id).filter(isOwn).toArray() : []
  return [
    ...bookings.flatMap((one) => (hasReachedOwner(one) ? [] : { about: 'booking' as const, id: one.id })),
    ...orders.flatMap((one) => (wasPaid(one) ? [] : { about: 'order' as const, id: one.id })),
  ]
}

/** Only an offer that its owner has seen and an order that was paid have a thread at the server. */
async function takesMessages(db: LocalDb, { about, id }: ThreadAbout): Promise<boolean> {
  const booking = about === 'booking' ? await db.bookings.get(id) : undefined
  const order = about === 'order' ? await db.purchases.get(id) : undefined
  return booking ? hasReachedOwner(booking) : !order || wasPaid(order)
}

/** The listing or the item of this person's own offer or order. */
async function askedBefore(db: LocalDb, { about, id }: ThreadAbout, userId: number): Promise<AskedAbout | undefined> {
  const booking = about === 'booking' ? await db.bookings.get(id) : undefined
  const order = about === 'order' ? await db.purchases.get(id) : undefined
  if (booking?.userId === userId) return { about: 'listing', id: booking.listingId }
  return order?.userId === userId ? { about: 'item', id: order.itemId } : undefined
}

/** The latest of these offers and orders of the asker about the thing, in whose thread the question goes on. */
export function dealAmong(
  { bookings, orders }: { bookings: readonly Booking[]; orders: readonly Purchase[] },
  { about, id }: AskedAbout,
  askerId: number,
): DealAbout | undefined {
  const latest = (ids: number[]) => (ids.length > 0 ? Math.max(...ids) : undefined)
  const found =
    about === 'listing'
      ? latest(
          bookings.flatMap((one) =>
            one.listingId === id &&
            one.userId === askerId &&
            TALKING_BOOKINGS.includes(one.status) &&
            hasReachedOwner(one)
              ? one.id
              : [],
          ),
        )
      : latest(
          orders.flatMap((one) =>
            one.itemId === id && one.userId === askerId && TALKING_ORDERS.includes(one.status) ? one.id : [],
          ),
        )
  return found === undefined ? undefined : { about: about === 'listing' ? 'booking' : 'order', id: found }
}

/** The same among all that this device holds. */
async function findDeal(db: LocalDb, asked: AskedAbout, askerId: number): Promise<DealAbout | undefined> {
  const [bookings, orders] = await Promise.all(
    asked.about === 'listing'
      ? [db.bookings.where('listingId').equals(asked.id).toArray(), []]
      : [[], db.purchases.where('itemId').equals(asked.id).toArray()],
  )
  return dealAmong({ bookings, orders }, asked, askerId)
}

/** The thread in which somebody writes: that of the offer or the order that came of a question, else the question's own. */
export async function findOpenThread(db: LocalDb, thread: ThreadAbout, userId: number): Promise<ThreadAbout> {
  const { about, id } = thread
  if (about === 'booking' || about === 'order') return thread
  if (about !== 'question') return (await findDeal(db, { about, id }, userId)) ?? thread
  const question = await db.questions.get(id)
  if (!question) return thread
  const asked = askedIn(question)
  return (await findDeal(db, asked, question.userId)) ?? (question.userId === userId ? asked : thread)
}

/** Follows the open thread for one dialog: a question goes on in its offer or order, and stays there when that ends. */
export function followThread(db: LocalDb, thread: ThreadAbout, userId: number): () => Promise<ThreadAbout> {
  let open = thread
  return async () => {
    open = await findOpenThread(db, open, userId)
    return open
  }
}

/**
 * Moves a message of a question, which the server refused because there is an offer or an order now, into that thread: under a key
 * of its own, in its place in line. @returns false when this device knows of none, and the message stays as it is
 */
export async function moveToDeal(db: LocalDb, { opId, userId }: Pick<OutboxItem, 'opId' | 'userId'>): Promise<boolean> {
  return db.transaction('rw', db.outbox, db.questions, db.bookings, db.purchases, async () => {
    const lines = await db.outbox.where({ opId }).toArray()
    const [question] = pendingOf(lines, 'question.ask', 'question.message')
    if (!question) return false
    const { item, payload } = question
    const { content, clientId, composedAt } = payload
    const from: ThreadAbout = 'questionId' in payload ? { about: 'question', id: payload.questionId } : payload
    const to = await findOpenThread(db, from, userId)
    if (to.about !== 'booking' && to.about !== 'order') return false
    await db.outbox.delete(opId)
    const fresh = {
      opId: crypto.randomUUID(),
      state: 'queued',
      attempts: 0,
      readyAt: 0,
      everSent: false,
      error: null,
    } as const
    await writeInDeal({ about: to.about, id: to.id }, { content, clientId, composedAt }, (kind, moved) =>
      db.outbox.add({ ...item, ...fresh, kind, payload: moved, lane: laneOf(kind, moved) }),
    )
    return true
  })
}
