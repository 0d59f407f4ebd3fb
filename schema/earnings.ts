import * as z from 'zod/mini'

const TRANSACTION_TYPES = ['rental', 'made_to_order', 'refund', 'damage', 'payout'] as const
export const TransactionType = z.enum(TRANSACTION_TYPES)
export type TransactionType = z.infer<typeof TransactionType>

/** `pending`: taken from the payer, not yet theirs. `available`: theirs. */
export const TransactionStatus = z.enum(['pending', 'available'])
export type TransactionStatus = z.infer<typeof TransactionStatus>

/** Why an amount is not on its way yet although its day has come. */
export const HeldBecause = z.enum([
  'claim',
  'payout_account',
  'dispute',
  'operator',
  'not_arrived',
  /** The first payouts of a new seller wait for some days. */
  'new_seller',
  /** No more leaves for one payout account today. */
  'payout_limit',
])
export type HeldBecause = z.infer<typeof HeldBecause>

/**
 * One line of a person's earnings. `totalAmount` is signed cents: what they get is positive, what goes back is negative.
 * `fee` is what the platform kept of it. `dueAt` is when a pending amount becomes theirs.
 */
export const Transaction = z.object({
  id: z.int(),
  type: TransactionType,
  listing: z.string(),
  bookingId: z.nullable(z.int()),
  purchaseId: z.nullable(z.int()),
  totalAmount: z.int(),
  fee: z.int(),
  status: TransactionStatus,
  dueAt: z.nullable(z.string()),
  heldBecause: z.nullable(HeldBecause),
  /** `dispute`: the payer's bank took it back. `cancel_fee`: what the provider kept of a payment that its owner returned. */
  cause: z.optional(z.nullable(z.enum(['dispute', 'cancel_fee']))),
  createdAt: z.string(),
})
export type Transaction = z.infer<typeof Transaction>

/** Integer cents. Both are sums of transactions: of the pending ones and of the available ones. */
export const Earnings = z.object({ available: z.int(), pending: z.int() })
export type Earnings = z.infer<typeof Earnings>

/** The sums of the lines; payouts to the bank move nothing between the two. */
export function earningsOf(lines: readonly Pick<Transaction, 'type' | 'status' | 'totalAmount'>[]): Earnings {
  const sum = (status: TransactionStatus) =>
    lines.reduce(
      (total, line) => (line.status === status && line.type !== 'payout' ? total + line.totalAmount : total),
      0,
    )
  return { available: sum('available'), pending: sum('pending') }
}

/** The platform's share of a captured amount, and the owner's rest. `feeBps` is hundredths of a percent. */
export function splitAmount(total: number, feeBps: number): { fee: number; owner: number } {
  const fee = Math.floor((total * feeBps) / 10_000)
  return { fee, owner: total - fee }
}

/**
 * How much of `refunded` cents (in all) falls on the owner, whose part of `total` is `owner`. Taken from totals, so that a
 * full refund in parts leaves exactly nothing.
 */
export function ownerPartOfRefund(refunded: number, total: number, owner: number): number {
  return total === 0 ? 0 : Math.floor((refunded * owner) / total)
}

/** The number of a booking on papers and in mails: 'TR-000042'. */
export function receiptNumber({ id }: { id: number }): string {
  return `TR-${digits(id)}`
}

/** The number of an order on papers and in mails: 'TM-000042'. */
export function purchaseNumber({ id }: { id: number }): string {
  return `TM-${digits(id)}`
}

const digits = (id: number) => String(id).padStart(6, '0')
