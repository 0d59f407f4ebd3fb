import type { LocalDb } from '../disk/local-db'
import { pendingOf } from '../disk/pending-of'
import { waitingMessages } from '../sync/overlay'
import { askedIn, dealAmong } from '../sync/question-threads'
import { threadKey } from '../sync/thread'
import { readUnreadQuestions, readUnreadThreads } from './thread-reads'

/** One thread of this person's, as the inbox lists it. */
export interface InboxThread {
  /** Names it among all. */
  key: string
  other: string
  title: string
  /** All that was written, oldest first; what has not left this device comes last. */
  words: readonly { content: string; at: string; isMine: boolean; note: 'Waiting' | 'Not sent' | null }[]
  unread: number
  /** The screen that opens it, as a path of ours. */
  to: string
}

/** How many messages of all threads are new to this person. */
export async function readUnreadMessages(db: LocalDb, userId: number, now?: Date): Promise<number> {
  const threads = await Promise.all([
    readUnreadThreads(db, userId, 'booking', now),
    readUnreadThreads(db, userId, 'order', now),
    readUnreadQuestions(db, userId, now),
  ])
  return threads.flatMap((unread) => [...unread.values()]).reduce((sum, count) => sum + count, 0)
}

/** Every thread in which somebody has written, the latest words first. A question stands in its offer's or order's thread. */
export async function readInbox(db: LocalDb, userId: number, now?: Date): Promise<InboxThread[]> {
  const [messages, asked, bookings, orders, questions, booked, ordered, open, items] = await Promise.all([
    db.messages.orderBy('id').toArray(),
    db.questionMessages.orderBy('id').toArray(),
    db.bookings.toArray(),
    db.purchases.toArray(),
    db.questions.toArray(),
    readUnreadThreads(db, userId, 'booking', now),
    readUnreadThreads(db, userId, 'order', now),
    readUnreadQuestions(db, userId, now),
    db.outbox.where('lane').startsWith('thread:').toArray(),
  ])
  const held = new Set([...messages, ...asked].flatMap(({ clientId }) => clientId ?? []))
  const lanes = Map.groupBy(items, ({ lane }) => lane)
  const said = Map.groupBy(messages, ({ bookingId, purchaseId }) =>
    purchaseId === null
      ? threadKey({ about: 'booking', id: bookingId ?? 0 })
      : threadKey({ about: 'order', id: purchaseId }),
  )
  const askedBy = Map.groupBy(asked, ({ questionId }) => questionId)
  const sentWords = (rows: readonly { content: string; createdAt: string; senderId: number }[] = []) =>
    rows.map(({ content, createdAt, senderId }) => ({
      content,
      at: createdAt,
      isMine: senderId === userId,
      note: null,
    }))
  const waitingWords = (...keys: string[]) =>
    waitingMessages(
      keys.flatMap((key) => lanes.get(`thread:${key}`) ?? []),
      held,
    ).map(({ content, composedAt, state }) => ({
      content,
      at: composedAt,
      isMine: true,
      note: state === 'attention' ? ('Not sent' as const) : ('Waiting' as const),
    }))
  const ofBookings = bookings.map((booking): InboxThread => {
    const key = threadKey({ about: 'booking', id: booking.id })
    return {
      key,
      other: booking.userId === userId ? booking.ownerUsername : booking.renterUsername,
      title: booking.listingTitle,
      words: [...sentWords(said.get(key)), ...waitingWords(key)],
      unread: booked.get(booking.id) ?? 0,
      to: `/offers/${booking.id}?messages=1`,
    }
  })
  const ofOrders = orders.map((order): InboxThread => {
    const key = threadKey({ about: 'order', id: order.id })
    const isBuyer = order.userId === userId
    return {
      key,
      other: isBuyer ? order.sellerUsername : order.buyerUsername,
      title: order.itemTitle,
      words: [...sentWords(said.get(key)), ...waitingWords(key)],
      unread: ordered.get(order.id) ?? 0,
      to: isBuyer ? `/purchases?thread=${order.id}` : `/manage-made-to-order?tab=orders&thread=${order.id}`,
    }
  })
  const deals = new Map([...ofBookings, ...ofOrders].map((thread) => [thread.key, thread]))
  const ofQuestions: InboxThread[] = []
  for (const question of questions) {
    const isMine = question.userId === userId
    const numbered = threadKey({ about: 'question', id: question.id })
    const key = isMine ? threadKey(askedIn(question)) : numbered
    const words = [...sentWords(askedBy.get(question.id)), ...waitingWords(...new Set([key, numbered]))]
    const unread = open.get(question.id) ?? 0
    const found = dealAmong({ bookings, orders }, askedIn(question), question.userId)
    const deal = found && deals.get(threadKey(found))
    if (deal) deals.set(deal.key, { ...deal, words: [...words, ...deal.words], unread: deal.unread + unread })
    else
      ofQuestions.push({
        ...{ key, title: question.title, words, unread, to: `/inbox?thread=${question.id}` },
        other: isMine ? question.ownerUsername : question.username,
      })
  }
  // A question that no pull has brought back yet: its first message says whom and what it is about.
  const rowKeys = new Set(questions.filter((one) => one.userId === userId).map((one) => threadKey(askedIn(one))))
  for (const { payload } of pendingOf(items, 'question.ask')) {
    const key = threadKey(payload)
    if (rowKeys.has(key)) continue
    rowKeys.add(key)
    const page = payload.about === 'listing' ? '/listings' : '/made-to-order'
    ofQuestions.push({
      ...{ key, other: payload.other, title: payload.title, words: waitingWords(key), unread: 0 },
      to: `${page}/${payload.id}?messages=1`,
    })
  }
  return [...deals.values(), ...ofQuestions].filter(({ words }) => words.length > 0).sort(compareThreads)
}

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
