import type { Message } from '#schema/message'
import type { LocalDb } from '../disk/local-db'
import { readPersonBlocks } from '../session/person-blocks'
import { type WaitingMessage, waitingMessages } from '../sync/overlay'
import { type ThreadAbout, threadKey } from '../sync/thread'

/** A thread: what the server has, then what is on its way from here. */
export async function readThread(
  db: LocalDb,
  thread: ThreadAbout,
): Promise<{ sent: Message[]; waiting: WaitingMessage[] }> {
  const [sent, items] = await Promise.all([
    db.messages
      .where(thread.about === 'booking' ? 'bookingId' : 'purchaseId')
      .equals(thread.id)
      .sortBy('id'),
    db.outbox
      .where('lane')
      .equals(`thread:${threadKey(thread)}`)
      .toArray(),
  ])
  const held = new Set(sent.flatMap(({ clientId }) => clientId ?? []))
  return { sent, waiting: waitingMessages(items, held) }
}

/** Has one side of a thread blocked the other? */
export async function isThreadClosed(db: LocalDb, { about, id }: ThreadAbout, userId: number): Promise<boolean> {
  const blocks = await readPersonBlocks(db)
  if (about === 'booking') {
    const booking = await db.bookings.get(id)
    return booking !== undefined && blocks.has(booking.userId === userId ? booking.ownerId : booking.userId)
  }
  const order = await db.purchases.get(id)
  return order !== undefined && blocks.has(order.userId === userId ? order.sellerId : order.userId)
}
