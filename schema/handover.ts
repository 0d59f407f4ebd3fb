import * as z from 'zod/mini'
import { type BookingStatus, blocksDates, hasBegun, renterRefundPercent, wasUsed } from '#schema/booking'
import type { UsedRental } from '#schema/damage-report'
import { type Day, Instant } from '#schema/date-range'
import type { CancellationPreset } from '#schema/listing'
import { PhotoUrl } from '#schema/upload'
import { endOfDayIn } from '#schema/zone'

/** Handing over and giving back, each written down by both sides, with photos. */
export const HANDOVER_MOMENTS = ['pickup', 'return'] as const
export const HandoverMoment = z.enum(HANDOVER_MOMENTS)
export type HandoverMoment = z.infer<typeof HandoverMoment>

export const MAX_HANDOVER_PHOTOS = 12
export const HANDOVER_NOTE_MAX = 2000
export const SEEN_PAGES_MAX = 20

/** The points that both sides check together. */
export const HANDOVER_CHECKS = ['counted', 'clean', 'undamaged', 'complete'] as const
export const HandoverCheck = z.enum(HANDOVER_CHECKS)
export type HandoverCheck = z.infer<typeof HandoverCheck>

export const handoverCheckNames: Record<HandoverCheck, string> = {
  counted: 'Every piece was counted',
  clean: 'Everything is clean',
  undamaged: 'Nothing is chipped, torn or bent',
  complete: 'Cables, boxes and spare parts are there',
}

export const HandoverChange = z.object({
  checks: z._default(z.array(HandoverCheck), []),
  photos: z._default(z.array(PhotoUrl).check(z.maxLength(MAX_HANDOVER_PHOTOS, 'Please use at most 12 photos')), []),
  note: z.optional(
    z.nullable(
      z.string().check(z.trim(), z.maxLength(HANDOVER_NOTE_MAX, 'Please keep the note under 2,000 characters')),
    ),
  ),
  /** When it was written on the device, which may have been without a connection. */
  composedAt: z.optional(Instant),
  /** The pages of this moment that its writer had before them, by when each was written; any other one that stands is kept. */
  seen: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(SEEN_PAGES_MAX))),
})
export type HandoverChange = z.infer<typeof HandoverChange>

const HandoverContent = z.object({
  checks: z.array(HandoverCheck),
  photos: z.array(z.string()),
  note: z.nullable(z.string()),
  composedAt: z.nullable(z.string()),
  /** When the server took it. */
  updatedAt: z.string(),
})
/** The content of a page, with its times. */
export type HandoverContent = z.infer<typeof HandoverContent>

/** One side's page of one moment. `userId` is who wrote it. */
export const Handover = z.extend(HandoverContent, {
  id: z.int(),
  bookingId: z.int(),
  userId: z.int(),
  moment: HandoverMoment,
  /** The page as it stood when a claim was filed, if its writer has saved it again since. Older servers say nothing of it. */
  atClaim: z.optional(z.nullable(HandoverContent)),
})
export type Handover = z.infer<typeof Handover>

/**
 * The page as a claim met it, when a page is saved in its place: evidence is added to, never replaced. A page that was first written after the
 * claim has none.
 * @param filedAt when the claim was filed; null where there is none
 */
export function pageAtClaim(
  held: (HandoverContent & { atClaim?: HandoverContent | null }) | null,
  filedAt: string | null,
): HandoverContent | null {
  if (!held || filedAt === null) return null
  if (held.atClaim || held.updatedAt > filedAt) return held.atClaim ?? null
  const { checks, photos, note, composedAt, updatedAt } = held
  return { checks, photos, note, composedAt, updatedAt }
}

/** When a page was written: on the device, or, where that is not known, when the server took it. */
export const pageWrittenAt = ({ composedAt, updatedAt }: Pick<Handover, 'composedAt' | 'updatedAt'>): string =>
  composedAt ?? updatedAt

/** Once the owner has agreed, both sides may write down how things were handed over and came back, also when the rental was given up after it had begun. */
export function canWriteHandover(booking: UsedRental): boolean {
  return blocksDates(booking.status) || wasUsed(booking)
}

type OutBooking = { status: BookingStatus; startDate: Day; timezone: string; userId: number; ownerId: number }
type OutPage = Pick<Handover, 'moment' | 'userId'>

/**
 * Is the thing with its renter? Before the first day once both sides have written down the pickup, on that day as soon as one side has,
 * on later days in any case, until the return is written down. Meanwhile the owner cannot cancel: that would not bring the thing back.
 */
export function isOut(booking: OutBooking, pages: readonly OutPage[], now: Date): boolean {
  const isWritten = (wanted: HandoverMoment) => pages.some(({ moment }) => moment === wanted)
  if (booking.status !== 'paid' || isWritten('return')) return false
  if (!hasBegun(booking, now)) return wrotePickup(booking.userId, pages) && wrotePickup(booking.ownerId, pages)
  return isWritten('pickup') || now > endOfDayIn(booking.timezone, booking.startDate)
}

/**
 * Has the renter the thing although the first day has not begun? Once both sides have written down the pickup; at the owner's word alone
 * only where nothing would come back anyway. Nobody loses a refund by what the other side has written, or by a note that one side
 * has made ahead. A renter who gives such a rental up ends it early.
 */
export function isOutEarly(
  booking: OutBooking & { cancellationPreset: CancellationPreset },
  pages: readonly OutPage[],
  now: Date,
): boolean {
  const { status, cancellationPreset, startDate, timezone, userId, ownerId } = booking
  const comesNothingBack = renterRefundPercent(cancellationPreset, startDate, timezone, now) === 0
  const isPickedUp = wrotePickup(ownerId, pages) && (comesNothingBack || wrotePickup(userId, pages))
  return status === 'paid' && isPickedUp && !pages.some((page) => page.moment === 'return' && page.userId === ownerId)
}

const wrotePickup = (who: number, pages: readonly OutPage[]): boolean =>
  pages.some(({ moment, userId }) => moment === 'pickup' && userId === who)
