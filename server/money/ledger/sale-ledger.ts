import { addHours } from 'date-fns'
import { OWNER_RELEASE_HOURS } from '#schema/booking'
import { type HeldBecause, ownerPartOfRefund } from '#schema/earnings'
import { endOfDayIn } from '#schema/zone'
import type { Step } from '../../db/steps'
import type { bookings, purchases } from '../../db/tables'
import type { About } from '../about'
import { nameOf } from '../payment-commands'
import { type LedgerTx, postSteps } from './ledger'

/** Something that was paid for, whatever it is: the books treat rentals and orders alike. */
export interface Sale {
  about: About
  /** The payee: the owner of a rental, the seller of an order. */
  ownerId: number
  totalAmount: number
  feeAmount: number
  refundedAmount: number
  transferredAmount: number
  releasedAt: string | null
  heldBecause: HeldBecause | null
}

/** A booking as the books see it. */
export function rentalOf(row: typeof bookings.$inferSelect): Sale {
  return { ...amountsOf(row), about: { bookingId: row.id }, ownerId: row.ownerId }
}

/** An order as the books see it. */
export function orderOf(row: typeof purchases.$inferSelect): Sale {
  return { ...amountsOf(row), about: { purchaseId: row.id }, ownerId: row.sellerId }
}

function amountsOf(row: Omit<Sale, 'about' | 'ownerId'>): Omit<Sale, 'about' | 'ownerId'> {
  const { totalAmount, feeAmount, refundedAmount, transferredAmount, releasedAt, heldBecause } = row
  return { totalAmount, feeAmount, refundedAmount, transferredAmount, releasedAt, heldBecause }
}

/** The postings of each event; every one may be posted any number of times. */

/** The captured amount, split into the owner's part and the fee. */
export function capturedLedger(sale: Sale, feeAmount: number, now: Date): Step[] {
  const owner = sale.totalAmount - feeAmount
  return postSteps({
    kind: 'capture',
    about: sale.about,
    dedupe: `capture:${nameOf(sale.about)}`,
    at: now,
    entries: [
      ['stripe_balance', sale.totalAmount],
      [`owner_pending:${sale.ownerId}`, -owner],
      ['fee_deferred', -feeAmount],
    ],
  })
}

/** When the owner's part of a booking becomes theirs, unless a claim is open. */
export function releaseDueAt(row: { timezone: string; endDate: string }): Date {
  return addHours(endOfDayIn(row.timezone, row.endDate), OWNER_RELEASE_HOURS)
}

/** How much of a booking's captured amount is the owner's after `refunded` cents went back. */
export function ownerShare(sale: Pick<Sale, 'totalAmount' | 'feeAmount'>, refunded: number): number {
  const owner = sale.totalAmount - sale.feeAmount
  return owner - ownerPartOfRefund(refunded, sale.totalAmount, owner)
}

/** On which accounts it falls when `amount` cents more of a sale go back to its payer; `owed` of it was sent on already. */
export function returnEntries(sale: Sale, amount: number): { owed: number; entries: LedgerTx['entries'] } {
  const fromOwner = ownerShare(sale, sale.refundedAmount) - ownerShare(sale, sale.refundedAmount + amount)
  const fromFee = amount - fromOwner
  if (sale.releasedAt === null)
    return {
      owed: 0,
      entries: [
        [`owner_pending:${sale.ownerId}`, fromOwner],
        ['fee_deferred', fromFee],
      ],
    }
  // The owner owes the part that has already been sent on.
  const unsent = Math.max(0, ownerShare(sale, sale.refundedAmount) - sale.transferredAmount)
  const fromPayable = Math.min(fromOwner, unsent)
  return {
    owed: fromOwner - fromPayable,
    entries: [
      [`owner_payable:${sale.ownerId}`, fromPayable],
      [`owner_receivable:${sale.ownerId}`, fromOwner - fromPayable],
      ['fee_revenue', fromFee],
    ],
  }
}

/** A decision to return `amount` cents more, as the `attempt`th refund of the sale. */
export function refundDecidedLedger(sale: Sale, amount: number, attempt: number, now: Date): Step[] {
  return postSteps({
    kind: 'refund_decided',
    about: sale.about,
    dedupe: `refund-decided:${nameOf(sale.about)}:${attempt}`,
    at: now,
    entries: [...returnEntries(sale, amount).entries, ['refund_payable', -amount]],
  })
}

/** The provider has returned the money. */
export function refundedLedger(sale: Sale, amount: number, refundId: string, now: Date): Step[] {
  return postSteps({
    kind: 'refund',
    about: sale.about,
    dedupe: `refund:${refundId}`,
    at: now,
    entries: [
      ['refund_payable', amount],
      ['stripe_balance', -amount],
    ],
  })
}

/** The owner's part becomes theirs; what they owe from elsewhere (`netted`) stays with us. */
export function releasedLedger(sale: Sale, netted: number, now: Date): Step[] {
  const owner = ownerShare(sale, sale.refundedAmount)
  const fee = sale.totalAmount - sale.refundedAmount - owner
  return [
    ...postSteps({
      kind: 'release',
      about: sale.about,
      dedupe: `release:${nameOf(sale.about)}`,
      at: now,
      entries: [
        [`owner_pending:${sale.ownerId}`, owner],
        ['fee_deferred', fee],
        [`owner_payable:${sale.ownerId}`, -owner],
        ['fee_revenue', -fee],
      ],
    }),
    ...nettedLedger(sale, netted, now),
  ]
}

/** So much of what is the owner's pays what they owe from elsewhere; once for each amount that had left the sale before. */
export function nettedLedger(sale: Sale, netted: number, now: Date): Step[] {
  return postSteps({
    kind: 'netted',
    about: sale.about,
    dedupe: `netted:${nameOf(sale.about)}:${sale.transferredAmount}`,
    at: now,
    entries: [
      [`owner_payable:${sale.ownerId}`, netted],
      [`owner_receivable:${sale.ownerId}`, -netted],
    ],
  })
}

/** The owner's money has left for their payout account. */
export function transferredLedger(sale: Sale, amount: number, transferId: string, now: Date): Step[] {
  return postSteps({
    kind: 'transfer',
    about: sale.about,
    dedupe: `transfer:${transferId}`,
    at: now,
    entries: [
      [`owner_payable:${sale.ownerId}`, amount],
      ['stripe_balance', -amount],
    ],
  })
}

/** The renter's payment for damage is the owner's at once; the platform takes nothing of it. */
export function damageLedger(sale: Sale, amount: number, now: Date): Step[] {
  return postSteps({
    kind: 'damage',
    about: sale.about,
    dedupe: `damage:${nameOf(sale.about)}`,
    at: now,
    entries: [
      ['stripe_balance', amount],
      [`owner_payable:${sale.ownerId}`, -amount],
    ],
  })
}
