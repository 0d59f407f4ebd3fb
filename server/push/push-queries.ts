import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { damageWindow } from '#schema/damage-report'
import { isEssential } from '#schema/mail'
import type { Way } from '#schema/push'
import { type NoticeWord, PUSH_KINDS, type PushKind, type PushNotice } from '#schema/push-notice'
import { rentalReviewUntil } from '#schema/review'
import type { Db } from '../db/client'
import { findRow } from '../db/find-row'
import { offeringTitle } from '../db/offering-title'
import {
  bookings,
  damageReports,
  listings,
  madeToOrderItems,
  mailMuted,
  purchases,
  pushMuted,
  pushOutbox,
  pushSubscriptions,
  questions,
  reviews,
  sessions,
  users,
} from '../db/tables'
import { findIdentity } from '../http/account-id'
import { isTrueOfOrder, isTrueOfRental } from './still-true'

export type PushLine = typeof pushOutbox.$inferSelect
export type SubscriptionRow = typeof pushSubscriptions.$inferSelect

/** An event, as an outbox names it. */
export type NoticeLine = Pick<PushLine, 'event' | 'kind' | 'word' | 'about' | 'aboutId'>

/** Titles are short in a notification anyway, and a push may be small only. */
const TITLE_MAX = 80

/** How each kind of notice reaches a person. */
export async function readWays(db: Db, userId: number): Promise<Record<PushKind, Way>> {
  const [pushes, mails] = await Promise.all([
    db.read.select().from(pushMuted).where(eq(pushMuted.userId, userId)),
    db.read.select().from(mailMuted).where(eq(mailMuted.userId, userId)),
  ])
  const wayOf = (kind: PushKind): Way => {
    const push = !pushes.some((muted) => muted.kind === kind)
    const mail = !mails.some((muted) => muted.kind === kind)
    // A person may have switched both off before one of them had to stay: such a kind is mailed.
    return { push, mail: mail || (!push && isEssential(kind)) }
  }
  return Object.fromEntries(PUSH_KINDS.map((kind) => [kind, wayOf(kind)])) as Record<PushKind, Way>
}

/** The browser that a session is reached at, or null. */
export async function findSubscription(db: Db, sessionHash: string): Promise<SubscriptionRow | null> {
  return findRow(db, pushSubscriptions, eq(pushSubscriptions.sessionHash, sessionHash))
}

/** The push services that something is to be sent to now: the beginnings of their addresses, `https://push.example/`. */
export async function listDueHosts(db: Db, now: Date): Promise<string[]> {
  const rows = await db.read
    .selectDistinct({ endpoint: pushSubscriptions.endpoint })
    .from(pushOutbox)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushOutbox.subscriptionId))
    .innerJoin(sessions, eq(sessions.tokenHash, pushSubscriptions.sessionHash))
    .where(isDue(now))
  return [...new Set(rows.map(({ endpoint }) => `${URL.parse(endpoint)?.origin ?? ''}/`))]
}

function isDue(now: Date) {
  const at = now.toISOString()
  return and(isNull(pushOutbox.doneAt), lte(pushOutbox.nextAt, at), gt(sessions.expiresAt, at))
}

/** Pushes that are due now, oldest first, for browsers whose session still lasts. */
export async function listDuePushes(
  db: Db,
  now: Date,
  host: string,
  limit: number,
): Promise<{ line: PushLine; subscription: SubscriptionRow }[]> {
  return db.read
    .select({ line: pushOutbox, subscription: pushSubscriptions })
    .from(pushOutbox)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushOutbox.subscriptionId))
    .innerJoin(sessions, eq(sessions.tokenHash, pushSubscriptions.sessionHash))
    .where(and(isDue(now), sql`substr(${pushSubscriptions.endpoint}, 1, ${host.length}) = ${host}`))
    .orderBy(asc(pushOutbox.id))
    .limit(limit)
}

const renters = alias(users, 'renters')
const owners = alias(users, 'owners')
const ownReviews = alias(reviews, 'own_reviews')

/** A line as a notice for its person; null when it has become untrue or none of their business. */
export async function findNotice(db: Db, line: NoticeLine, userId: number): Promise<PushNotice | null> {
  const found = await NOTICES[line.about](db, line, userId)
  if (!found) return null
  const { event, kind, word, about, aboutId: id } = line
  const amount = event.startsWith('money:') ? await movedAmount(db, Number(event.slice('money:'.length))) : undefined
  const account = (await findIdentity(db, userId))?.accountId
  const whose = { to: userId, ...(account && { account }) }
  return { ...whose, event, kind, word, about, id, ...found, title: shorten(found.title), ...(amount && { amount }) }
}

/** The cents that a transaction of the books has moved to or from the platform's account, or by another way. */
async function movedAmount(db: Db, txId: number): Promise<number> {
  const [found] = await db.readBatch([
    {
      sql: `SELECT max(abs(e.amount)) AS amount FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
        WHERE e.tx_id = ? AND a.name IN ('stripe_balance', 'refund_payable')`,
      args: [txId],
    },
  ])
  return Number(found?.rows[0]?.amount ?? 0)
}

const NOTICES = { booking: bookingNotice, order: orderNotice, question: questionNotice }

type Found = Pick<PushNotice, 'mine' | 'title' | 'who' | 'until'>

async function bookingNotice(db: Db, { word, aboutId }: NoticeLine, userId: number): Promise<Found | null> {
  const [found] = await db.read
    .select({
      row: bookings,
      renter: renters,
      owner: owners,
      claim: damageReports,
      ownReview: ownReviews.id,
    })
    .from(bookings)
    .innerJoin(renters, eq(renters.id, bookings.userId))
    .innerJoin(owners, eq(owners.id, bookings.ownerId))
    .leftJoin(damageReports, eq(damageReports.bookingId, bookings.id))
    .leftJoin(ownReviews, and(eq(ownReviews.bookingId, bookings.id), eq(ownReviews.authorId, userId)))
    .where(eq(bookings.id, aboutId))
  if (!found || (found.row.userId !== userId && found.row.ownerId !== userId)) return null
  const { row, claim, ownReview } = found
  const mine = row.userId === userId
  const [reader, other] = mine ? [found.renter, found.owner] : [found.owner, found.renter]
  if (!isTrueOfRental(word, { row, claim, hasReviewed: ownReview !== null, reader, other })) return null
  const deadlines: Partial<Record<NoticeWord, string | null | undefined>> = {
    offer: row.expiresAt,
    pay: row.payBy,
    report: damageWindow(row).until.toISOString(),
    claim: claim?.responseDeadline,
    claim_due: claim?.responseDeadline,
    review_open: rentalReviewUntil(row)?.toISOString(),
    review_waiting: rentalReviewUntil(row)?.toISOString(),
  }
  return { mine, title: row.listingTitle, who: other.username, until: deadlines[word] ?? null }
}

async function orderNotice(db: Db, { word, aboutId }: NoticeLine, userId: number): Promise<Found | null> {
  const [found] = await db.read
    .select({
      row: purchases,
      buyer: renters,
      seller: owners,
      revealsAt: reviews.revealsAt,
      ownReview: ownReviews.id,
    })
    .from(purchases)
    .innerJoin(renters, eq(renters.id, purchases.userId))
    .innerJoin(owners, eq(owners.id, purchases.sellerId))
    .leftJoin(reviews, and(eq(reviews.purchaseId, purchases.id), eq(reviews.subjectId, userId)))
    .leftJoin(ownReviews, and(eq(ownReviews.purchaseId, purchases.id), eq(ownReviews.authorId, userId)))
    .where(eq(purchases.id, aboutId))
  if (!found || (found.row.userId !== userId && found.row.sellerId !== userId)) return null
  const { row, ownReview } = found
  const mine = row.userId === userId
  const [reader, other] = mine ? [found.buyer, found.seller] : [found.seller, found.buyer]
  if (!isTrueOfOrder(word, { row, hasReviewed: ownReview !== null, reader, other })) return null
  const until = word === 'review_waiting' ? found.revealsAt : null
  return { mine, title: row.itemTitle, who: other.username, until }
}

async function questionNotice(db: Db, { aboutId }: NoticeLine, userId: number): Promise<Found | null> {
  const [found] = await db.read
    .select({
      row: questions,
      asker: renters.username,
      owner: owners.username,
      listing: listings.title,
      item: madeToOrderItems.title,
    })
    .from(questions)
    .innerJoin(renters, eq(renters.id, questions.userId))
    .innerJoin(owners, eq(owners.id, questions.ownerId))
    .leftJoin(listings, eq(listings.id, questions.listingId))
    .leftJoin(madeToOrderItems, eq(madeToOrderItems.id, questions.itemId))
    .where(eq(questions.id, aboutId))
  if (!found || (found.row.userId !== userId && found.row.ownerId !== userId)) return null
  const mine = found.row.userId === userId
  return { mine, title: offeringTitle(found), who: mine ? found.owner : found.asker, until: null }
}

function shorten(title: string): string {
  const letters = [...title]
  return letters.length > TITLE_MAX ? `${letters.slice(0, TITLE_MAX - 1).join('')}…` : title
}
