import { format } from 'date-fns'
import { REVIEW_POINTS, type ReviewPoint, type ReviewRole } from '#schema/review'

export const POINT_NAMES: Record<ReviewPoint, string> = {
  described: 'As described',
  clean: 'Clean',
  on_time: 'On time',
}

/** The points that a renter and a buyer look at. */
export const POINTS_OF: Record<'booking' | 'order', readonly ReviewPoint[]> = {
  booking: REVIEW_POINTS,
  order: ['described', 'on_time'],
}

export const STAR_WORDS = ['Bad', 'Poor', 'All right', 'Good', 'Very good'] as const

/** 'rented “Forty plates”'. */
export function authorWords(role: ReviewRole, title: string | null): string {
  const thing = title === null ? '' : ` “${title}”`
  const words: Record<ReviewRole, string> = {
    renter: `rented${thing}`,
    buyer: `ordered${thing}`,
    owner: 'rented to them',
    seller: 'sold to them',
  }
  return words[role]
}

/** The words above the button while a review can be written or changed. */
export function openWords(until: Date, other: string, hasWritten: boolean): string {
  const day = format(until, 'EEEE, MMM d')
  return hasWritten
    ? `Nobody reads your review before ${other} has written one, or before ${day}. Until then you can change it.`
    : `You can write until ${day}. Neither of you reads the other’s review before both are written, or before that day.`
}
