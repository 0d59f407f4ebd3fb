import { subDays } from 'date-fns'
import type { Booking } from '#schema/booking'
import { canAnswerClaim, type DamageReport } from '#schema/damage-report'
import type { LocalDb } from '../../disk/local-db'
import { NEWS_DAYS, type News, unseenNews } from '../../todo/news'
import { readBookings, type ShownBooking } from './booking-queries'
import { type OfferSide, todoPlace } from './offer-todo'

/** An offer that needs its person, or an answer to one's own that is still news; null for all others. */
export function offerNews(
  booking: ShownBooking,
  claim: DamageReport | undefined,
  role: OfferSide,
  now: Date,
): News | null {
  const { id, status, statusChangedAt } = booking
  const place = todoPlace(booking, claim, role, now)
  const isAnswer = role === 'renter' && status !== 'pending'
  const isTold = isAnswer && statusChangedAt > subDays(now, NEWS_DAYS).toISOString()
  if (place.group !== 'needs' && !isTold) return null
  return {
    key: `booking:${id}`,
    place,
    state: `${status} ${statusChangedAt} ${claim?.status ?? ''}`,
    stays: role === 'renter' && claim !== undefined && canAnswerClaim(claim, now),
    to: `/offers?tab=${role === 'renter' ? 'made' : 'received'}#offer-${id}`,
  }
}

/** The news about offers of both sides that this person has not seen, the most urgent first. */
export async function readOfferNews(db: LocalDb, userId: number, now: Date): Promise<News[]> {
  const [made, received, reports, readAt] = await Promise.all([
    readBookings(db, userId, 'renter'),
    readBookings(db, userId, 'owner'),
    db.damageReports.toArray(),
    db.meta.get(READ_AT),
  ])
  const claims = new Map(reports.map((report) => [report.bookingId, report]))
  const of = (role: OfferSide) => (booking: ShownBooking) => offerNews(booking, claims.get(booking.id), role, now) ?? []
  const unread = made.filter((booking) => !wasReadBefore(booking, readAt?.v))
  const needed = made.filter((booking) => wasReadBefore(booking, readAt?.v)).flatMap(of('renter'))
  return unseenNews(db, [
    ...unread.flatMap(of('renter')),
    ...needed.filter(({ place }) => place.group === 'needs'),
    ...received.flatMap(of('owner')),
  ])
}

/** The instant at which builds before this one noted that the list of one's own offers was read. */
const READ_AT = 'offersReadAt'

function wasReadBefore({ statusChangedAt }: Pick<Booking, 'statusChangedAt'>, readAt: unknown): boolean {
  return typeof readAt === 'string' && statusChangedAt <= readAt
}
