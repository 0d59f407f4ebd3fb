import type { Step } from '../../db/steps'
import type { Dispute } from '../gateway'
import { postSteps } from './ledger'
import { damageIsTheirs, refundDecidedLedger, returnEntries, type Sale } from './sale-ledger'

/** What is posted when money comes back from where it had been sent; every one may be posted any number of times. */

/** The bank could not take a refund: the amount is with us again, and still the payer's. */
export function refundReturnedLedger(sale: Sale, amount: number, refundId: string, now: Date): Step[] {
  return postSteps({
    kind: 'refund_returned',
    about: sale.about,
    dedupe: `refund-returned:${refundId}`,
    at: now,
    entries: [
      ['stripe_balance', amount],
      ['refund_payable', -amount],
    ],
  })
}

/** An operator has paid a refund from our bank account instead. */
export function refundSettledLedger(sale: Sale, amount: number, commandKey: string, now: Date): Step[] {
  return postSteps({
    kind: 'refund_settled',
    about: sale.about,
    dedupe: `refund-settled:${commandKey}`,
    at: now,
    entries: [
      ['refund_payable', amount],
      ['bank', -amount],
    ],
  })
}

/** Sent money was taken back. `owed` cents of it settle a debt; the rest is the owner's still, and waits with us. */
export function reversedLedger(sale: Sale, amount: number, owed: number, reversalId: string, now: Date): Step[] {
  return postSteps({
    kind: 'reversal',
    about: sale.about,
    dedupe: `reversal:${reversalId}`,
    at: now,
    entries: [
      ['stripe_balance', amount],
      [`owner_receivable:${sale.ownerId}`, -owed],
      [`owner_payable:${sale.ownerId}`, owed - amount],
    ],
  })
}

/** Money of a person's that was taken back by hand, and waits with us, pays what they owe of a sale; once for each `cause`. */
export function setOffLedger(sale: Sale, cents: number, cause: string, now: Date): Step[] {
  return reversedLedger(sale, 0, cents, `set-off:${cause}`, now)
}

/**
 * The movements of a dispute: the amount waits in suspense until it is decided, the provider's fee is gone. Movements after a
 * loss change what the platform has lost.
 */
export function disputeMovedLedger(
  sale: Sale,
  { movements }: Pick<Dispute, 'movements'>,
  { isDamage, wasLost }: { isDamage: boolean; wasLost: boolean },
  now: Date,
): Step[] {
  return movements.flatMap(({ id, amount, fee }) =>
    postSteps({
      kind: isDamage ? 'damage_dispute' : 'dispute',
      about: sale.about,
      dedupe: `dispute:${id}`,
      at: now,
      entries: [
        ['stripe_balance', amount - fee],
        [wasLost ? 'platform_loss' : 'dispute_suspense', -amount],
        ['dispute_fees', fee],
      ],
    }),
  )
}

interface HandRefund {
  refundId: string
  amount: number
  /** How much of it was owed already. */
  owedBefore: number
  /** How much of it is decided by it; what is left over was returned twice, and is the platform's loss. */
  returned: number
  attempt: number
}

/** Somebody has refunded by hand at the provider: decided and done at once. */
export function handRefundLedger(sale: Sale, refund: HandRefund, now: Date): Step[] {
  const { refundId, amount, owedBefore, returned, attempt } = refund
  return [
    ...(returned > 0 ? refundDecidedLedger(sale, returned, attempt, now) : []),
    ...postSteps({
      kind: 'refund',
      about: sale.about,
      dedupe: `refund:${refundId}`,
      at: now,
      entries: [
        ['refund_payable', owedBefore + returned],
        ['platform_loss', amount - owedBefore - returned],
        ['stripe_balance', -amount],
      ],
    }),
  ]
}

/** Somebody has refunded, by hand at the provider, what was paid for damage; it was all the owner's. */
export function damageRefundedLedger(
  sale: Sale,
  { refundId, amount, isSent }: { refundId: string; amount: number; isSent: boolean },
  now: Date,
): Step[] {
  const from = isSent ? (`owner_receivable:${sale.ownerId}` as const) : (`owner_payable:${sale.ownerId}` as const)
  return postSteps({
    kind: 'damage_refund',
    about: sale.about,
    dedupe: `damage-refund:${refundId}`,
    at: now,
    entries: [
      [from, amount],
      ['stripe_balance', -amount],
    ],
  })
}

/** The bank sent such a refund back: it is the owner's once more. */
export function damageRefundReturnedLedger(
  sale: Sale,
  { refundId, amount }: { refundId: string; amount: number },
  now: Date,
): Step[] {
  return damageIsTheirs(
    sale,
    { kind: 'damage_refund_returned', dedupe: `damage-refund-returned:${refundId}`, amount },
    now,
  )
}

interface Loss {
  disputeId: string
  /** What the bank keeps. */
  taken: number
  /** How much of it was to be refunded anyway. */
  owedBefore: number
  /** How much of it goes back against the sale, beyond refunds; what is left over is the platform's loss. */
  returned: number
}

/** The bank has decided for the payer of a sale: its owner and the fee bear it as they bear a refund. */
export function saleLostLedger(sale: Sale, { disputeId, taken, owedBefore, returned }: Loss, now: Date): Step[] {
  return postSteps({
    kind: 'dispute_lost',
    about: sale.about,
    dedupe: `dispute-lost:${disputeId}`,
    at: now,
    entries: [
      ...returnEntries(sale, returned).entries,
      ['refund_payable', owedBefore],
      ['platform_loss', taken - owedBefore - returned],
      ['dispute_suspense', -taken],
    ],
  })
}

/** The bank has decided for the payer of damage, all of which was the owner's; `isSent` when it has left for them. */
export function damageLostLedger(sale: Sale, disputeId: string, taken: number, isSent: boolean, now: Date): Step[] {
  const from = isSent ? (`owner_receivable:${sale.ownerId}` as const) : (`owner_payable:${sale.ownerId}` as const)
  return postSteps({
    kind: 'dispute_lost',
    about: sale.about,
    dedupe: `dispute-lost:${disputeId}`,
    at: now,
    entries: [
      [from, taken],
      ['dispute_suspense', -taken],
    ],
  })
}
