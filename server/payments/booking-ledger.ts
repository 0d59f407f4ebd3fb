import { addHours } from 'date-fns'
import { and, eq, sql } from 'drizzle-orm'
import { OWNER_RELEASE_HOURS } from '#schema/booking'
import { ownerPartOfRefund } from '#schema/earnings'
import { endOfDayIn } from '#schema/zone'
import { build, type Step, step } from '../db/steps'
import { type bookings, transactions } from '../db/tables'
import { postSteps } from './ledger'

type BookingRow = typeof bookings.$inferSelect

/** What an event does to the ledger and to the lines that the owner sees; every one may be posted any number of times. */

/** The captured amount, split into the owner's part and the fee. */
export function capturedLedger(row: BookingRow, feeAmount: number, now: Date): Step[] {
  const owner = row.totalAmount - feeAmount
  const dedupe = `capture:booking:${row.id}`
  return [
    ...postSteps({
      kind: 'capture',
      bookingId: row.id,
      dedupe,
      at: now,
      entries: [
        ['stripe_balance', row.totalAmount],
        [`owner_pending:${row.ownerId}`, -owner],
        ['fee_deferred', -feeAmount],
      ],
    }),
    lineStep(row, { type: 'rental', amount: owner, fee: feeAmount, status: 'pending', dedupe, now }),
  ]
}

/** When the owner's part of a booking becomes theirs, unless a claim is open. */
export function releaseDueAt(row: Pick<BookingRow, 'timezone' | 'endDate'>): Date {
  return addHours(endOfDayIn(row.timezone, row.endDate), OWNER_RELEASE_HOURS)
}

/** How much of a booking's captured amount is the owner's after `refunded` cents went back. */
export function ownerShare(row: Pick<BookingRow, 'totalAmount' | 'feeAmount'>, refunded: number): number {
  const owner = row.totalAmount - row.feeAmount
  return owner - ownerPartOfRefund(refunded, row.totalAmount, owner)
}

/**
 * A decision to return `amount` cents more, as the `attempt`th refund of the booking. `paid`: what of the owner's part has
 * already been sent on; what goes back beyond the rest is owed by them.
 */
export function refundDecidedLedger(row: BookingRow, amount: number, attempt: number, now: Date): Step[] {
  const fromOwner = ownerShare(row, row.refundedAmount) - ownerShare(row, row.refundedAmount + amount)
  const fromFee = amount - fromOwner
  const dedupe = `refund-decided:booking:${row.id}:${attempt}`
  const unsent = Math.max(0, ownerShare(row, row.refundedAmount) - row.transferredAmount)
  const fromPayable = Math.min(fromOwner, unsent)
  const isReleased = row.releasedAt !== null
  return [
    ...postSteps({
      kind: 'refund_decided',
      bookingId: row.id,
      dedupe,
      at: now,
      entries: isReleased
        ? [
            [`owner_payable:${row.ownerId}`, fromPayable],
            [`owner_receivable:${row.ownerId}`, fromOwner - fromPayable],
            ['fee_revenue', fromFee],
            ['refund_payable', -amount],
          ]
        : [
            [`owner_pending:${row.ownerId}`, fromOwner],
            ['fee_deferred', fromFee],
            ['refund_payable', -amount],
          ],
    }),
    lineStep(row, {
      type: 'refund',
      amount: -fromOwner,
      fee: -fromFee,
      status: isReleased ? 'available' : 'pending',
      dedupe,
      now,
    }),
  ]
}

/** The provider has returned the money. */
export function refundedLedger(row: BookingRow, amount: number, refundId: string, now: Date): Step[] {
  return postSteps({
    kind: 'refund',
    bookingId: row.id,
    dedupe: `refund:${refundId}`,
    at: now,
    entries: [
      ['refund_payable', amount],
      ['stripe_balance', -amount],
    ],
  })
}

/** The owner's part becomes theirs; what they owe from elsewhere (`netted`) stays with us. */
export function releasedLedger(row: BookingRow, netted: number, now: Date): Step[] {
  const owner = ownerShare(row, row.refundedAmount)
  const fee = row.totalAmount - row.refundedAmount - owner
  return [
    ...postSteps({
      kind: 'release',
      bookingId: row.id,
      dedupe: `release:booking:${row.id}`,
      at: now,
      entries: [
        [`owner_pending:${row.ownerId}`, owner],
        ['fee_deferred', fee],
        [`owner_payable:${row.ownerId}`, -owner],
        ['fee_revenue', -fee],
      ],
    }),
    ...postSteps({
      kind: 'netted',
      bookingId: row.id,
      dedupe: `netted:booking:${row.id}`,
      at: now,
      entries: [
        [`owner_payable:${row.ownerId}`, netted],
        [`owner_receivable:${row.ownerId}`, -netted],
      ],
    }),
    step(
      build
        .update(transactions)
        .set({ status: 'available', dueAt: null, heldBecause: null })
        .where(and(eq(transactions.bookingId, row.id), eq(transactions.status, 'pending'))),
    ),
  ]
}

/** The owner's money has left for their payout account. */
export function transferredLedger(row: BookingRow, amount: number, transferId: string, now: Date): Step[] {
  return postSteps({
    kind: 'transfer',
    bookingId: row.id,
    dedupe: `transfer:${transferId}`,
    at: now,
    entries: [
      [`owner_payable:${row.ownerId}`, amount],
      ['stripe_balance', -amount],
    ],
  })
}

/** What the renter paid for damage is the owner's at once; the platform takes nothing of it. */
export function damageLedger(row: BookingRow, amount: number, now: Date): Step[] {
  const dedupe = `damage:booking:${row.id}`
  return [
    ...postSteps({
      kind: 'damage',
      bookingId: row.id,
      dedupe,
      at: now,
      entries: [
        ['stripe_balance', amount],
        [`owner_payable:${row.ownerId}`, -amount],
      ],
    }),
    lineStep(row, { type: 'damage', amount, fee: 0, status: 'available', dedupe, now }),
  ]
}

/** Says on the lines of a booking why their money does not move, or that nothing holds it any more. */
export function heldBecauseStep(bookingId: number, why: 'claim' | 'payout_account' | null): Step {
  return step(
    build
      .update(transactions)
      .set({ heldBecause: why })
      .where(and(eq(transactions.bookingId, bookingId), sql`${transactions.heldBecause} IS NOT ${why}`)),
  )
}

function lineStep(
  row: BookingRow,
  line: {
    type: 'rental' | 'refund' | 'damage'
    amount: number
    fee: number
    status: 'pending' | 'available'
    dedupe: string
    now: Date
  },
): Step {
  const { now, ...values } = line
  return step(
    build
      .insert(transactions)
      .values({
        ...values,
        userId: row.ownerId,
        bookingId: row.id,
        title: row.listingTitle,
        dueAt: line.status === 'pending' ? releaseDueAt(row).toISOString() : null,
        createdAt: now.toISOString(),
      })
      .onConflictDoNothing(),
  )
}
