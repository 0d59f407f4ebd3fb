import { liveQuery } from 'dexie'
import { canAnswerClaim } from '#schema/damage-report'
import { storedConfig } from '../disk/device-db'
import type { LocalDb } from '../disk/local-db'
import { readOrderNews } from '../made-to-order/orders/order-news'
import { readUnreadMessages } from '../messages/inbox-queries'
import { readOfferNews } from '../rentals/offers/offer-news'
import { marketDay } from '../session/market-day'
import { serverNow } from '../sync/server-clock'
import type { News } from '../todo/news'

/** The clock alone can make something need a person. */
const CLOCK_TICK_MS = 60_000

/** A claim that this person has to answer. */
export interface OpenClaim {
  bookingId: number
  owner: string
  answerBy: string
}

/** The claims that wait for this person's answer, the most urgent first. */
async function readOpenClaims(db: LocalDb, userId: number, now: Date): Promise<OpenClaim[]> {
  const reports = (await db.damageReports.toArray()).filter((report) => canAnswerClaim(report, now))
  const bookings = await db.bookings.bulkGet(reports.map(({ bookingId }) => bookingId))
  const claims = reports.flatMap(({ bookingId, responseDeadline }, index) => {
    const booking = bookings[index]
    return booking?.userId === userId ? [{ bookingId, owner: booking.ownerUsername, answerBy: responseDeadline }] : []
  })
  return claims.sort((a, b) => (a.answerBy < b.answerBy ? -1 : 1))
}

/** How much there is that a person has not seen, and the screen on which the first of it is. */
export interface Unseen {
  count: number
  to: string
}

/** The things that need a person or are new to them, by its entry of the navigation; `me` has all but the offers. */
export interface Unread {
  places: Partial<Record<string, Unseen>>
  claim: OpenClaim | null
}

const unseenOf = (news: readonly News[], to: string): Unseen => ({ count: news.length, to: news[0]?.to ?? to })

/** Everything that needs this person or is new to them, as this device knows it. */
export async function readUnread(db: LocalDb, userId: number): Promise<Unread & { total: number }> {
  const now = new Date(serverNow())
  const clock = { now, today: marketDay(await storedConfig(), now) }
  const [offers, bought, sold, messages, claims] = await Promise.all([
    readOfferNews(db, userId, now),
    readOrderNews(db, userId, 'buyer', clock),
    readOrderNews(db, userId, 'seller', clock),
    readUnreadMessages(db, userId, now),
    readOpenClaims(db, userId, now),
  ])
  const inbox = { count: messages, to: '/inbox' }
  const places = {
    '/offers': unseenOf(offers, '/offers'),
    '/inbox': inbox,
    '/purchases': unseenOf(bought, '/purchases'),
    '/manage-made-to-order': unseenOf(sold, '/manage-made-to-order'),
  }
  const own = [places['/manage-made-to-order'], places['/purchases'], inbox]
  const count = own.reduce((sum, one) => sum + one.count, 0)
  const to = own.find((one) => one.count > 0)?.to ?? '/profile'
  return {
    places: { ...places, me: { count, to } },
    claim: claims[0] ?? null,
    total: count + offers.length,
  }
}

type Heard = Unread & { total: number }

interface Watch {
  listeners: Set<(unread: Heard) => void>
  /** The last news. */
  last: Heard | null
  stop: () => void
}

/** One for each disk of this page, however many listen: it reads whole tables. */
const watches = new WeakMap<LocalDb, Watch>()

/** Tells what is new now, and again whenever it changes, until the answer is called. */
export function watchUnread(db: LocalDb, userId: number, onChange: (unread: Heard) => void): () => void {
  const watch = watches.get(db) ?? beginWatch(db, userId)
  watches.set(db, watch)
  watch.listeners.add(onChange)
  if (watch.last) onChange(watch.last)
  return () => {
    watch.listeners.delete(onChange)
    if (watch.listeners.size > 0) return
    watches.delete(db)
    watch.stop()
  }
}

function beginWatch(db: LocalDb, userId: number): Watch {
  const watch: Watch = { listeners: new Set(), last: null, stop: () => undefined }
  const next = (unread: Heard) => {
    watch.last = unread
    for (const hear of watch.listeners) hear(unread)
  }
  // A disk that cannot be read has nothing new to tell.
  const look = () => liveQuery(() => readUnread(db, userId)).subscribe({ next, error: () => undefined })
  let looking = look()
  const timer = setInterval(() => {
    looking.unsubscribe()
    looking = look()
  }, CLOCK_TICK_MS)
  watch.stop = () => {
    clearInterval(timer)
    looking.unsubscribe()
  }
  return watch
}
