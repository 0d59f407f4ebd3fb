import { addHours } from 'date-fns'
import { and, eq, sql } from 'drizzle-orm'
import { OWNER_RELEASE_HOURS } from '#schema/booking'
import { ownerPartOfRefund, type Transaction } from '#schema/earnings'
import { sellerReleaseAt } from '#schema/purchase'
import { endOfDayIn } from '#schema/zone'
import type { Db } from '../../db/client'
import { build, type Step, step } from '../../db/steps'
import { type bookings, type purchases, transactions } from '../../db/tables'
import type { About } from '../about'
import { aboutColumns, nameOf } from '../payment-commands'
import { type LedgerTx, postSteps } from './ledger'

/** Something that was paid for, whatever it is: the books treat rentals and orders alike. */
export interface Sale {
  about: About
  type: 'rental' | 'made_to_order'
  title: string
  /** Who is paid: the owner of a rental, the seller of an order. */
  ownerId: number
  totalAmount: number
  feeAmount: number
  refundedAmount: number
  transferredAmount: number
  releasedAt: string | null
  /** When the owner's part becomes theirs, as far as that is known. */
  dueAt: Date | null
}

/** A booking as the books see it. */
export function rentalOf(row: typeof bookings.$inferSelect): Sale {
  const { totalAmount, feeAmount, refundedAmount, transferredAmount, releasedAt } = row
  const amounts = { totalAmount, feeAmount, refundedAmount, transferredAmount, releasedAt }
  const about = { bookingId: row.id }
  return { about, type: 'rental', title: row.listingTitle, ownerId: row.ownerId, ...amounts, dueAt: releaseDueAt(row) }
}

/** An order as the books see it. */
export function orderOf(row: typeof purchases.$inferSelect): Sale {
  const { totalAmount, feeAmount, refundedAmount, transferredAmount, releasedAt } = row
  const amounts = { totalAmount, feeAmount, refundedAmount, transferredAmount, releasedAt }
  const about = { purchaseId: row.id }
  return {
    about,
    type: 'made_to_order',
    title: row.itemTitle,
    ownerId: row.sellerId,
    ...amounts,
    dueAt: sellerReleaseAt(row),
  }
}

/** What an event does to the ledger and to the lines that the owner sees; every one may be posted any number of times. */

/** The captured amount, split into the owner's part and the fee. */
export function capturedLedger(sale: Sale, feeAmount: number, now: Date): Step[] {
  const owner = sale.totalAmount - feeAmount
  const dedupe = `capture:${nameOf(sale.about)}`
  return [
    ...postSteps({
      kind: 'capture',
      about: sale.about,
      dedupe,
      at: now,
      entries: [
        ['stripe_balance', sale.totalAmount],
        [`owner_pending:${sale.ownerId}`, -owner],
        ['fee_deferred', -feeAmount],
      ],
    }),
    lineStep(sale, { type: sale.type, amount: owner, fee: feeAmount, status: 'pending', dedupe, now }),
  ]
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

/** On which accounts it falls when `amount` cents more of a sale go back to its payer, and how it is shared; `owed` was sent on already. */
export function returnEntries(
  sale: Sale,
  amount: number,
): { fromOwner: number; fromFee: number; owed: number; entries: LedgerTx['entries'] } {
  const fromOwner = ownerShare(sale, sale.refundedAmount) - ownerShare(sale, sale.refundedAmount + amount)
  const fromFee = amount - fromOwner
  if (sale.releasedAt === null)
    return {
      fromOwner,
      fromFee,
      owed: 0,
      entries: [
        [`owner_pending:${sale.ownerId}`, fromOwner],
        ['fee_deferred', fromFee],
      ],
    }
  // What has already been sent on is owed by its owner.
  const unsent = Math.max(0, ownerShare(sale, sale.refundedAmount) - sale.transferredAmount)
  const fromPayable = Math.min(fromOwner, unsent)
  return {
    fromOwner,
    fromFee,
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
  const { fromOwner, fromFee, entries } = returnEntries(sale, amount)
  const dedupe = `refund-decided:${nameOf(sale.about)}:${attempt}`
  return [
    ...postSteps({
      kind: 'refund_decided',
      about: sale.about,
      dedupe,
      at: now,
      entries: [...entries, ['refund_payable', -amount]],
    }),
    lineStep(sale, {
      type: 'refund',
      amount: -fromOwner,
      fee: -fromFee,
      status: sale.releasedAt === null ? 'pending' : 'available',
      dedupe,
      now,
    }),
  ]
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
    ...postSteps({
      kind: 'netted',
      about: sale.about,
      dedupe: `netted:${nameOf(sale.about)}`,
      at: now,
      entries: [
        [`owner_payable:${sale.ownerId}`, netted],
        [`owner_receivable:${sale.ownerId}`, -netted],
      ],
    }),
    step(
      build
        .update(transactions)
        .set({ status: 'available', dueAt: null, heldBecause: null })
        .where(and(linesOf(sale.about), eq(transactions.status, 'pending'))),
    ),
  ]
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

/** What the renter paid for damage is the owner's at once; the platform takes nothing of it. */
export function damageLedger(sale: Sale, amount: number, now: Date): Step[] {
  return damageIsTheirs(sale, { kind: 'damage', dedupe: `damage:${nameOf(sale.about)}`, amount }, now)
}

/** Money for damage has come, or come back, and is the owner's. */
export function damageIsTheirs(
  sale: Sale,
  { kind, dedupe, amount }: Pick<LedgerTx, 'kind' | 'dedupe'> & { amount: number },
  now: Date,
): Step[] {
  return [
    ...postSteps({
      kind,
      about: sale.about,
      dedupe,
      at: now,
      entries: [
        ['stripe_balance', amount],
        [`owner_payable:${sale.ownerId}`, -amount],
      ],
    }),
    lineStep(sale, { type: 'damage', amount, fee: 0, status: 'available', dedupe, now }),
  ]
}

/** Says on the lines of a booking why their money does not move, or that nothing holds it any more. */
export function heldBecauseStep(about: About, why: Transaction['heldBecause']): Step {
  return step(
    build
      .update(transactions)
      .set({ heldBecause: why })
      .where(and(linesOf(about), sql`${transactions.heldBecause} IS NOT ${why}`)),
  )
}

/** The same as a plan: no step where the lines say so already. */
export async function heldSteps(db: Db, about: About, why: Transaction['heldBecause']): Promise<Step[]> {
  const others = and(linesOf(about), sql`${transactions.heldBecause} IS NOT ${why}`)
  const [other] = await db.read.select({ id: transactions.id }).from(transactions).where(others).limit(1)
  return other ? [heldBecauseStep(about, why)] : []
}

/** Says on the lines of a sale when what is pending becomes its owner's, now that it is known, or known no more. */
export function dueStep(about: About, dueAt: Date | null): Step {
  const at = dueAt?.toISOString() ?? null
  const waiting = and(linesOf(about), eq(transactions.status, 'pending'), sql`${transactions.dueAt} IS NOT ${at}`)
  return step(build.update(transactions).set({ dueAt: at }).where(waiting))
}

function linesOf(about: About) {
  return 'bookingId' in about
    ? eq(transactions.bookingId, about.bookingId)
    : eq(transactions.purchaseId, about.purchaseId)
}

/** A line that the owner sees, once by its name. */
export function lineStep(
  sale: Sale,
  line: {
    type: Sale['type'] | 'refund' | 'damage'
    cause?: Transaction['cause']
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
        userId: sale.ownerId,
        ...aboutColumns(sale.about),
        title: sale.title,
        dueAt: line.status === 'pending' ? (sale.dueAt?.toISOString() ?? null) : null,
        createdAt: now.toISOString(),
      })
      .onConflictDoNothing(),
  )
}
