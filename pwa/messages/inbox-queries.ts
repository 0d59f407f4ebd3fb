import type { Message } from '#schema/message'
import type { LocalDb } from '../disk/local-db'
import { waitingMessages } from '../sync/overlay'
import { type ThreadAbout, threadKey } from '../sync/thread'
import { readUnreadThreads } from './thread-reads'

/** One thread of this person's, as the inbox lists it. */
export interface InboxThread extends ThreadAbout {
  other: string
  title: string
  /** All that was written, oldest first; what has not left this device comes last. */
  words: readonly { content: string; at: string; isMine: boolean; isWaiting: boolean }[]
  unread: number
  /** The screen that opens it, as a path of ours. */
  to: string
}

/** How many messages of all threads are new to this person. */
export async function readUnreadMessages(db: LocalDb, userId: number): Promise<number> {
  const threads = await Promise.all([readUnreadThreads(db, userId, 'booking'), readUnreadThreads(db, userId, 'order')])
  return threads.flatMap((unread) => [...unread.values()]).reduce((sum, count) => sum + count, 0)
}

/** Every thread in which somebody has written, the latest words first. */
export async function readInbox(db: LocalDb, userId: number): Promise<InboxThread[]> {
  const [messages, bookings, orders, booked, ordered, items] = await Promise.all([
    db.messages.orderBy('id').toArray(),
    db.bookings.toArray(),
    db.purchases.toArray(),
    readUnreadThreads(db, userId, 'booking'),
    readUnreadThreads(db, userId, 'order'),
    db.outbox.where('lane').startsWith('thread:').toArray(),
  ])
  const held = new Set(messages.flatMap(({ clientId }) => clientId ?? []))
  const lanes = Map.groupBy(items, ({ lane }) => lane)
  const said = Map.groupBy(messages, keyOf)
  const wordsOf = (about: ThreadAbout) => [
    ...(said.get(threadKey(about)) ?? []).map(({ content, createdAt, senderId }) => ({
      content,
      at: createdAt,
      isMine: senderId === userId,
      isWaiting: false,
    })),
    ...waitingMessages(lanes.get(`thread:${threadKey(about)}`) ?? [], held).map(({ content, composedAt }) => ({
      content,
      at: composedAt,
      isMine: true,
      isWaiting: true,
    })),
  ]
  const ofBookings = bookings.map((booking): InboxThread => {
    const about = { about: 'booking', id: booking.id } as const
    return {
      ...about,
      other: booking.userId === userId ? booking.ownerUsername : booking.renterUsername,
      title: booking.listingTitle,
      words: wordsOf(about),
      unread: booked.get(booking.id) ?? 0,
      to: `/offers/${booking.id}?messages=1`,
    }
  })
  const ofOrders = orders.map((order): InboxThread => {
    const about = { about: 'order', id: order.id } as const
    const isBuyer = order.userId === userId
    return {
      ...about,
      other: isBuyer ? order.sellerUsername : order.buyerUsername,
      title: order.itemTitle,
      words: wordsOf(about),
      unread: ordered.get(order.id) ?? 0,
      to: isBuyer ? `/purchases?thread=${order.id}` : `/manage-made-to-order?tab=orders&thread=${order.id}`,
    }
  })
  return [...ofBookings, ...ofOrders].filter(({ words }) => words.length > 0).sort(compareThreads)
}

const keyOf = ({ bookingId, purchaseId }: Message) =>
  threadKey(purchaseId === null ? { about: 'booking', id: bookingId ?? 0 } : { about: 'order', id: purchaseId })

const latestOf = ({ words }: InboxThread) => words.at(-1)?.at ?? ''
const compareThreads = (a: InboxThread, b: InboxThread) => (latestOf(a) < latestOf(b) ? 1 : -1)

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The threads that hold every word of `search`, in a name, a title or a message, in any order and whatever the accents.
 * Each with the message to be shown of it: the latest that holds one of the words, else the latest.
 */
export function searchInbox(threads: readonly InboxThread[], search: string) {
  const wanted = plain(search).split(/\s+/).filter(Boolean)
  return threads.flatMap((thread) => {
    const all = plain([thread.other, thread.title, ...thread.words.map(({ content }) => content)].join('\n'))
    if (!wanted.every((word) => all.includes(word))) return []
    const found = thread.words.findLast(({ content }) => wanted.some((word) => plain(content).includes(word)))
    const shown = found ?? thread.words.at(-1)
    return shown ? [{ thread, shown }] : []
  })
}
