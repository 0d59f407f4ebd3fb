import { type Booking, ENDED_EARLY } from '#schema/booking'
import { formatCents } from '#schema/money'
import { isolated } from '../../ui/isolated'
import type { Tone } from '../../ui/status-chip'
import { statusWord } from './offer-view'

type Entry = Booking['history'][number]

/** One line of a booking's history: who did what, as `role` reads it. */
export function historyWords(entry: Entry, booking: Booking, role: 'renter' | 'owner'): { what: string; tone: Tone } {
  const renter = role === 'renter' ? 'You' : isolated(booking.renterUsername)
  const owner = role === 'owner' ? 'You' : isolated(booking.ownerUsername)
  const actor = entry.actor === 'renter' ? renter : entry.actor === 'owner' ? owner : null
  switch (entry.status) {
    case 'pending':
      return { what: `${renter} made the offer`, tone: 'info' }
    case 'approved':
      return { what: `${owner} approved`, tone: 'success' }
    case 'paid':
      return { what: `${formatCents(booking.totalAmount)} was taken`, tone: 'success' }
    case 'completed':
      return {
        what: entry.reason === ENDED_EARLY && actor ? `${actor} ended the rental early` : 'The rental was completed',
        tone: 'success',
      }
    case 'declined':
      return { what: actor ? `${actor} declined` : 'Another offer was approved for these dates', tone: 'refused' }
    case 'expired':
      return { what: expiredWords(entry.reason, owner), tone: 'danger' }
    case 'cancelled':
      return { what: actor ? `${actor} cancelled` : cancelledWords(entry.reason), tone: 'danger' }
    default:
      return { what: statusWord(entry.status), tone: 'neutral' }
  }
}

function expiredWords(reason: string | null, owner: string): string {
  if (reason === 'not_confirmed') return 'The payment was not finished in time'
  if (reason === 'dates_taken') return 'Another offer was approved for these dates'
  if (reason === 'listing_deleted') return `${owner} no longer rents this out`
  if (reason === 'hold_lapsed') return 'The hold lapsed at the bank'
  return `${owner} did not answer in time`
}

function cancelledWords(reason: string | null): string {
  return reason === 'not_paid' ? 'The payment did not come in time' : 'The booking was cancelled'
}
