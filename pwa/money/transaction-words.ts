import { OWNER_RELEASE_HOURS } from '#schema/booking'
import type { HeldBecause, Transaction, TransactionStatus, TransactionType } from '#schema/earnings'
import { formatCents } from '#schema/money'
import { PRODUCT_NAME } from '#schema/product'
import type { Tone } from '../ui/status-chip'
import { formatMoment } from '../ui/times/offer-times'

const TYPE_WORDS: Record<TransactionType, string> = {
  rental: 'Rental',
  made_to_order: 'Made-to-order',
  refund: 'Refund',
  damage: 'Damage',
  payout: 'Payout',
}

/** The name of a line; money that a bank took back is not called a refund. */
export function typeWord({ type, cause }: Pick<Transaction, 'type' | 'cause'>): string {
  if (cause === 'cancel_fee') return 'Card fee of what you cancelled'
  return cause === 'dispute' ? 'Taken back by a bank' : TYPE_WORDS[type]
}

export const STATUS_WORDS: Record<TransactionStatus, { word: string; tone: Tone }> = {
  pending: { word: 'Pending', tone: 'waiting' },
  available: { word: 'Available', tone: 'success' },
}

/** The reason why a line waits, and the place to act on it. */
export interface LineNote {
  text: string
  link: { to: string; label: string } | null
}

/** The page of a line's timeline; null for a line of no booking and no order. */
export function timelineOf({ bookingId, purchaseId }: Pick<Transaction, 'bookingId' | 'purchaseId'>): string | null {
  if (bookingId !== null) return `/offers/${bookingId}`
  return purchaseId === null ? null : `/manage-made-to-order?tab=orders#order-${purchaseId}`
}

/** How much of the available money has been sent. */
export function availableWords(lines: readonly Pick<Waiting, 'status' | 'heldBecause' | 'totalAmount'>[]): string {
  const isHeld = lines.some(
    ({ status, heldBecause, totalAmount }) => status === 'available' && heldBecause !== null && totalAmount > 0,
  )
  return isHeld
    ? 'Yours. Each line below says whether it still waits, and for what.'
    : 'Yours: on your payout account, or on its way there.'
}

type Waiting = Pick<Transaction, 'type' | 'status' | 'dueAt' | 'heldBecause' | 'bookingId' | 'totalAmount'>

/** Why lines do not leave that are theirs already. */
const HELD_BACK: readonly (HeldBecause | null)[] = ['operator', 'payout_account', 'new_seller', 'payout_limit']

/** The ids of lines that nothing is waited for any more: all of what they promised has gone back before it was theirs. */
export function goneLines(lines: readonly Transaction[]): ReadonlySet<number> {
  const waiting = lines.filter(
    (line) =>
      (line.status === 'pending' || HELD_BACK.includes(line.heldBecause)) &&
      line.cause !== 'cancel_fee' &&
      timelineOf(line) !== null,
  )
  const bySale = [...Map.groupBy(waiting, timelineOf).values()]
  const gone = bySale.filter((sale) => sale.reduce((sum, { totalAmount }) => sum + totalAmount, 0) <= 0)
  return new Set(gone.flat().flatMap(({ id, totalAmount }) => (totalAmount > 0 ? [id] : [])))
}

/** Null for what is theirs already and not held back. `isGone`: all of it has gone back. */
export function lineNote(line: Waiting, now: Date, isGone = false): LineNote | null {
  // No bank asks for money that went back already.
  if (line.heldBecause === 'dispute' && line.totalAmount > 0)
    return {
      text:
        line.status === 'pending'
          ? 'The payer’s bank asks for it back. Held until the bank decides.'
          : 'The payer’s bank asks for it back. It stays yours unless the bank decides against it.',
      link: line.bookingId === null ? null : { to: `/offers/${line.bookingId}`, label: 'See the offer' },
    }
  if (isGone) return { text: 'All of it went back.', link: null }
  // Money that went back, or is taken off, waits for nothing.
  if (line.status === 'available' && line.totalAmount <= 0) return null
  if (line.heldBecause === 'new_seller')
    return { text: 'Yours. The first payouts of a new seller leave some days later.', link: null }
  if (line.heldBecause === 'payout_limit')
    return { text: 'Yours. It leaves tomorrow: so much goes to one payout account a day.', link: null }
  if (line.heldBecause === 'operator')
    return { text: `Held by ${PRODUCT_NAME} while your account is looked at.`, link: null }
  if (line.heldBecause === 'payout_account')
    return {
      text: 'Waits for your payout account.',
      link: { to: '/settings?tab=payouts', label: 'Set up payouts' },
    }
  if (line.status === 'available') return null
  if (line.heldBecause === 'claim')
    return {
      text: 'Held until the damage claim is settled.',
      link: line.bookingId === null ? null : { to: `/offers/${line.bookingId}`, label: 'See the claim' },
    }
  if (line.heldBecause === 'not_arrived') return { text: 'Held: the buyer says that it did not arrive.', link: null }
  if (line.dueAt === null || line.type === 'refund') return { text: UNDATED[line.type], link: null }
  const isDue = new Date(line.dueAt) <= now
  return { text: isDue ? 'On its way to you.' : `Yours on ${formatMoment(line.dueAt, now)}.`, link: null }
}

const UNDATED: Record<TransactionType, string> = {
  rental: `Yours ${OWNER_RELEASE_HOURS} hours after the last day.`,
  made_to_order: 'Yours after delivery.',
  refund: 'Taken off what you would have got for it.',
  damage: 'On its way to you.',
  payout: 'On its way to your bank.',
}

/** The platform's fee of an amount, or the fee that it gave back; null where there is none. */
export function feeNote(fee: number): string | null {
  if (fee === 0) return null
  return fee > 0 ? `after a fee of ${formatCents(fee)}` : `with ${formatCents(-fee)} of the fee`
}
