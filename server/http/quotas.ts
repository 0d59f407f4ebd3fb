import { and, count, desc, eq, gt, isNull, type SQL, sum } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { Refusal } from '#schema/errors'
import { PRODUCT_NAME } from '#schema/product'
import {
  boards,
  bookings,
  drafts,
  inspirationPosts,
  listings,
  madeToOrderItems,
  messages,
  personBlocks,
  purchases,
  questionMessages,
  reports,
  uploads,
  userBlockedDates,
  users,
} from '../db/tables'
import type { Deps } from '../deps'
import { cancelLimits, type QuotaName, quotaLimits, unprovenPhotos, YOUNG_ACCOUNT_DAYS } from './limits'
import { mustConfirm, unverified } from './verified'

const DAY_MS = 86_400_000
const MEGABYTE = 1_000_000
/** A photo that waits for the confirmation is sent whole each time. */
const UNPROVEN_RETRY_S = 900

type Counted = Exclude<QuotaName, 'subscription' | 'uploadMegabytes'>

interface Rows {
  table: SQLiteTable
  userId: SQLiteColumn
  createdAt: SQLiteColumn
  /** The rows that count among all. */
  kept?: SQL
}

const ROWS: Record<Counted, Rows> = {
  listing: {
    table: listings,
    userId: listings.userId,
    createdAt: listings.createdAt,
    kept: isNull(listings.deletedAt),
  },
  // One that is archived can be brought back at any time.
  item: { table: madeToOrderItems, userId: madeToOrderItems.userId, createdAt: madeToOrderItems.createdAt },
  post: {
    table: inspirationPosts,
    userId: inspirationPosts.userId,
    createdAt: inspirationPosts.createdAt,
    kept: isNull(inspirationPosts.deletedAt),
  },
  message: { table: messages, userId: messages.senderId, createdAt: messages.createdAt },
  question: {
    table: questionMessages,
    userId: questionMessages.senderId,
    createdAt: questionMessages.createdAt,
  },
  offer: {
    table: bookings,
    userId: bookings.userId,
    createdAt: bookings.createdAt,
    kept: eq(bookings.status, 'pending'),
  },
  order: {
    table: purchases,
    userId: purchases.userId,
    createdAt: purchases.createdAt,
    kept: eq(purchases.status, 'pending'),
  },
  board: { table: boards, userId: boards.userId, createdAt: boards.createdAt, kept: isNull(boards.deletedAt) },
  blockedRange: { table: userBlockedDates, userId: userBlockedDates.userId, createdAt: userBlockedDates.createdAt },
  draft: { table: drafts, userId: drafts.userId, createdAt: drafts.createdAt, kept: isNull(drafts.deletedAt) },
  report: {
    table: reports,
    userId: reports.reporterId,
    createdAt: reports.createdAt,
    kept: isNull(reports.closedAt),
  },
  personBlock: { table: personBlocks, userId: personBlocks.userId, createdAt: personBlocks.createdAt },
  upload: { table: uploads, userId: uploads.userId, createdAt: uploads.createdAt },
}

/**
 * May this person make one more? Asked within the plan of the write that makes it, so that the answer stays true.
 * @throws Refusal `daily_limit` with the seconds until the next one, `too_many_kept`
 */
export async function assertQuota(deps: Deps, userId: number, name: Counted): Promise<void> {
  const { table, userId: owner, createdAt, kept } = ROWS[name]
  const { aDay, inAll } = await limitsOf(deps, userId, name)
  const own = eq(owner, userId)
  const [all] = await deps.db.read.select({ count: count() }).from(table).where(and(own, kept))
  if ((all?.count ?? 0) >= inAll) throw tooManyKept(name, inAll)
  const [oldest] = await deps.db.read
    .select({ createdAt })
    .from(table)
    .where(and(own, gt(createdAt, dayBefore(deps))))
    .orderBy(desc(createdAt))
    .limit(1)
    .offset(aDay - 1)
  if (oldest) throw dailyLimit(deps, quotaLimits[name], aDay, new Date(Date.parse(String(oldest.createdAt)) + DAY_MS))
}

/** May this person keep a photo of so many bytes more? @throws Refusal as `assertQuota`, `unverified` */
export async function assertPhotoQuota(deps: Deps, userId: number, bytes: number): Promise<void> {
  await assertQuota(deps, userId, 'upload')
  const { aDay, inAll } = await limitsOf(deps, userId, 'uploadMegabytes')
  const own = eq(uploads.userId, userId)
  const [all] = await deps.db.read
    .select({ bytes: sum(uploads.bytes).mapWith(Number) })
    .from(uploads)
    .where(own)
  if ((all?.bytes ?? 0) + bytes > inAll * MEGABYTE) throw tooManyKept('uploadMegabytes', inAll)
  const recent = await deps.db.read
    .select({ bytes: uploads.bytes, createdAt: uploads.createdAt })
    .from(uploads)
    .where(and(own, gt(uploads.createdAt, dayBefore(deps))))
    .orderBy(uploads.createdAt)
  let today = recent.reduce((total, photo) => total + photo.bytes, bytes)
  const reached = reachedUnproven(recent.length, today)
  if (reached && (await mustConfirm(deps, { id: userId })))
    throw unverified(
      `Until your email address is confirmed, the limit for one day is ${reached}. Please open the link in the mail that we sent you.`,
      UNPROVEN_RETRY_S,
    )
  let freeAt: Date | null = null
  for (const photo of recent) {
    if (today <= aDay * MEGABYTE) break
    today -= photo.bytes
    freeAt = new Date(Date.parse(photo.createdAt) + DAY_MS)
  }
  if (freeAt) throw dailyLimit(deps, quotaLimits.uploadMegabytes, aDay, freeAt)
}

/** The limit of an unconfirmed address that a further photo would pass, or null. @param bytes of today's photos, with the further one */
function reachedUnproven(photos: number, bytes: number): string | null {
  const { aDay, megabytesADay } = unprovenPhotos
  if (photos >= aDay) return `${aDay} ${quotaLimits.upload.several}`
  return bytes > megabytesADay * MEGABYTE ? `${megabytesADay} ${quotaLimits.uploadMegabytes.several}` : null
}

type CountedToday = 'subscription' | 'blockedRange' | 'personBlock'

/**
 * Counts one more of what leaves no row when its person takes it back: once, however often the plan that asks runs.
 * @returns the count, which throws Refusal `daily_limit`
 */
export function todaysCount(deps: Deps, userId: number, name: CountedToday): () => Promise<void> {
  let isCounted = false
  return async () => {
    if (!isCounted) await countToday(deps, userId, name)
    isCounted = true
  }
}

async function countToday(deps: Deps, userId: number, name: CountedToday): Promise<void> {
  const { aDay } = await limitsOf(deps, userId, name)
  const rate = { atOnce: aDay, perMinute: (aDay * 60_000) / DAY_MS }
  const waitMs = await deps.limits.count(`${name}/person/${userId}`, rate)
  if (waitMs > 0) throw dailyLimit(deps, quotaLimits[name], aDay, new Date(deps.now().getTime() + waitMs))
}

const MONTH_DAYS = 30

/**
 * May this person cancel one more booking or order that was paid for? Both sides are counted, by who cancelled.
 * @throws Refusal `daily_limit` with the seconds until the next one
 */
export async function assertMayCancel(deps: Deps, userId: number): Promise<void> {
  const years = await ageOf(deps, userId)
  const since = (days: number) => new Date(deps.now().getTime() - days * DAY_MS).toISOString()
  const [found] = await deps.db.readBatch([
    {
      sql: `SELECT b.status_changed_at AS at FROM bookings b WHERE b.owner_id = ?1 AND b.status = 'cancelled'
          AND b.status_reason = 'cancelled_by_owner' AND b.refunded_amount > 0 AND b.status_changed_at > ?2
        UNION ALL SELECT b.status_changed_at FROM bookings b WHERE b.user_id = ?1 AND b.status = 'cancelled'
          AND b.status_reason = 'cancelled_by_renter' AND b.refunded_amount > 0 AND b.status_changed_at > ?2
        UNION ALL SELECT p.status_changed_at FROM made_to_order_purchases p WHERE p.seller_id = ?1 AND p.status = 'cancelled'
          AND p.refunded_amount > 0 AND p.status_changed_at > ?2
          AND EXISTS (SELECT 1 FROM purchase_history h WHERE h.purchase_id = p.id AND h.status = 'cancelled' AND h.actor = 'seller')
        ORDER BY at DESC`,
      args: [userId, since(MONTH_DAYS)],
    },
  ])
  const times = (found?.rows ?? []).map(({ at }) => Date.parse(String(at)))
  for (const [most, days] of [
    [cancelLimits.aDay[years], 1],
    [cancelLimits.aMonth[years], MONTH_DAYS],
  ] as const) {
    const oldest = times[most - 1]
    const freeAt = new Date((oldest ?? 0) + days * DAY_MS)
    if (oldest === undefined || freeAt <= deps.now()) continue
    const period = days === 1 ? 'one day' : `${days} days`
    throw new Refusal(
      'daily_limit',
      `The limit for ${period} is ${inWords(most)} cancellations after a payment. The next one is possible on ${whenIn(deps, freeAt, { month: 'long', day: 'numeric' })}. If it is urgent, please write to ${PRODUCT_NAME}.`,
      undefined,
      { retryAfterS: secondsUntil(deps, freeAt) },
    )
  }
}

async function ageOf(deps: Deps, userId: number): Promise<'young' | 'older'> {
  const [person] = await deps.db.read.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, userId))
  const age = deps.now().getTime() - Date.parse(person?.createdAt ?? '')
  return age >= YOUNG_ACCOUNT_DAYS * DAY_MS ? 'older' : 'young'
}

async function limitsOf(deps: Deps, userId: number, name: QuotaName): Promise<{ aDay: number; inAll: number }> {
  const years = await ageOf(deps, userId)
  const { aDay, inAll } = quotaLimits[name]
  return { aDay: aDay[years], inAll: inAll[years] }
}

function dayBefore(deps: Deps): string {
  return new Date(deps.now().getTime() - DAY_MS).toISOString()
}

function tooManyKept(name: QuotaName, most: number): Refusal {
  return new Refusal(
    'too_many_kept',
    `You have ${inWords(most)} ${quotaLimits[name].several}, the most that your account can have now.`,
  )
}

/** The refusal of one more than `most` in a day, in words that name the hour. */
export function dailyLimit(
  deps: Deps,
  { one, several }: { one: string; several: string },
  most: number,
  freeAt: Date,
): Refusal {
  return new Refusal(
    'daily_limit',
    `The limit for one day is ${inWords(most)} ${several}. The next ${one} can be sent on ${whenIn(deps, freeAt)}.`,
    undefined,
    { retryAfterS: secondsUntil(deps, freeAt) },
  )
}

function secondsUntil(deps: Deps, at: Date): number {
  return Math.max(1, Math.ceil((at.getTime() - deps.now().getTime()) / 1000))
}

function whenIn({ env }: Deps, at: Date, date: Intl.DateTimeFormatOptions = {}): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: env.timezone,
    weekday: 'long',
    ...date,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)
}

const inWords = (most: number) => new Intl.NumberFormat('en-US').format(most)
