import type { Step } from '../../db/steps'
import type { Dispute } from '../gateway'
import { type LedgerTx, postSteps } from './ledger'
import { refundDecidedLedger, returnEntries, type Sale } from './sale-ledger'

/** Postings when money comes back from where it had been sent; every one may be posted any number of times. */

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

interface ManualRefund {
  refundId: string
  amount: number
  /** How much of it was owed already. */
  owedBefore: number
  /** How much of it is decided by it; what is left over was returned twice, and is the platform's loss. */
  returned: number
  attempt: number
}

/** Somebody has refunded by hand at the provider: decided and done at once. */
export function manualRefundLedger(sale: Sale, refund: ManualRefund, now: Date): Step[] {
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

export interface DamageBack {
  /** Cents that went back to the payer of damage; negative when they are with us again. */
  amount: number
  /** How much of them its owner bears; what is left over was returned twice, and is the platform's loss. */
  borne: number
  /** Has the money left for its owner? */
  isSent: boolean
}

/** Somebody has refunded, by hand at the provider, what was paid for damage. */
export function damageRefundedLedger(sale: Sale, refundId: string, back: DamageBack, now: Date): Step[] {
  return damageBackLedger(sale, 'damage_refund', `damage-refund:${refundId}`, back, now)
}

/** The bank sent such a refund back: what its owner bears no more waits for them. */
export function damageRefundReturnedLedger(sale: Sale, refundId: string, back: DamageBack, now: Date): Step[] {
  const waiting = { ...back, isSent: false }
  return damageBackLedger(sale, 'damage_refund_returned', `damage-refund-returned:${refundId}`, waiting, now)
}

/** The bank has decided for the payer of damage. */
export function damageLostLedger(sale: Sale, disputeId: string, back: DamageBack, now: Date): Step[] {
  return damageBackLedger(sale, 'dispute_lost', `dispute-lost:${disputeId}`, back, now)
}

function damageBackLedger(
  sale: Sale,
  kind: LedgerTx['kind'],
  dedupe: string,
  { amount, borne, isSent }: DamageBack,
  now: Date,
): Step[] {
  return postSteps({
    kind,
    about: sale.about,
    dedupe,
    at: now,
    entries: [
      [isSent ? `owner_receivable:${sale.ownerId}` : `owner_payable:${sale.ownerId}`, borne],
      ['platform_loss', amount - borne],
      [kind === 'dispute_lost' ? 'dispute_suspense' : 'stripe_balance', -amount],
    ],
  })
}

interface Loss {
  disputeId: string
  /** The amount that the bank keeps. */
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
