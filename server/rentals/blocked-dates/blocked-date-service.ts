import { and, eq } from 'drizzle-orm'
import { type BlockedDates, blockedDatesProblems, type NewBlockedDates } from '#schema/blocked-date'
import { todayIn } from '#schema/date-range'
import { Refusal } from '#schema/errors'
import type { Written } from '../../db/client'
import { build, type Step, step } from '../../db/steps'
import { userBlockedDates } from '../../db/tables'
import type { Deps } from '../../deps'
import { assertQuota, todaysCount } from '../../http/quotas'
import { findKeptListing } from '../listings/listing-queries'
import { findBlockedDatesByClientId, toBlockedDates } from './blocked-date-queries'

/**
 * Blocks a range of a person's days; bookings that lie in it stay as they are. A repeat with the same `clientId` answers
 * the first row. @throws Refusal `validation`, `listing_not_found`, `daily_limit`, `too_many_kept`
 */
export async function blockDates(
  deps: Deps,
  userId: number,
  wanted: NewBlockedDates & { pressedAt: string },
  receipt: (answer: BlockedDates) => Step[],
): Promise<Written<BlockedDates>> {
  const { startDate, endDate, listingId = null, clientId = null, pressedAt } = wanted
  const now = deps.now()
  const countToday = todaysCount(deps, userId, 'blockedRange')
  return deps.db.write(async (ids) => {
    const first = clientId && (await findBlockedDatesByClientId(deps.db, userId, clientId))
    if (first) return { steps: receipt(first), value: first }
    // By the day of the press: out of a device's queue a block may come days later, and its rest counts.
    const problems = blockedDatesProblems({ startDate, endDate }, todayIn(deps.env.timezone, new Date(pressedAt)))
    const [message] = Object.values(problems)
    if (message) throw new Refusal('validation', message, problems)
    const listing = listingId === null ? null : await findKeptListing(deps.db, listingId)
    if (listingId !== null && listing?.userId !== userId) throw new Refusal('listing_not_found')
    await assertQuota(deps, userId, 'blockedRange')
    await countToday()
    const id = await ids.next('user_blocked_dates')
    const row = {
      id,
      userId,
      startDate,
      endDate,
      reason: wanted.reason || null,
      listingId,
      createdAt: now.toISOString(),
      clientId,
    }
    const value = toBlockedDates(row)
    return { steps: [step(build.insert(userBlockedDates).values(row)), ...receipt(value)], value }
  })
}

/** Frees a range again. @throws Refusal `not_found` when the person has no such block. */
export async function freeDates(
  deps: Deps,
  userId: number,
  blockId: number,
  receipt: (answer: Record<string, never>) => Step[],
): Promise<Written<Record<string, never>>> {
  const own = and(eq(userBlockedDates.id, blockId), eq(userBlockedDates.userId, userId))
  return deps.db.write(async () => {
    const [found] = await deps.db.read.select({ id: userBlockedDates.id }).from(userBlockedDates).where(own)
    if (!found) throw new Refusal('not_found')
    return { steps: [step(build.delete(userBlockedDates).where(own)), ...receipt({})], value: {} }
  })
}
