import { formatCents } from '#schema/money'
import type { DisputeState } from '#schema/payment'

type Side = 'payer' | 'payee'

const WORDS: Record<DisputeState, Record<Side, (other: string) => string>> = {
  open: {
    payer: () => 'Your bank has been asked to take this payment back. It decides; until then no more money moves.',
    payee: (other) => `${other}’s bank asks for this payment back. We answer for you, and the bank decides.`,
  },
  won: {
    payer: () => 'Your bank looked at this payment and decided that it stands.',
    payee: (other) => `${other}’s bank asked for this payment back and decided that it stands.`,
  },
  lost: {
    payer: () => 'Your bank decided for you and has given you the money back.',
    payee: (other) => `${other}’s bank decided for ${other} and took the money back.`,
  },
}

/** The dispute at the payer's bank, for one of its two sides; null when there was none. */
export function disputeWords(state: DisputeState | undefined, side: Side, other: string): string | null {
  return (state && WORDS[state]?.[side](other)) ?? null
}

/** A refund that has been decided, for one of the two sides. While a bank decides about the payment, no refund leaves. */
export function refundAheadWords(state: DisputeState | undefined, side: Side, other: string, cents?: number): string {
  const amount = cents === undefined ? '' : ` of ${formatCents(cents)}`
  const refund = side === 'payer' ? `Your refund${amount}` : `The refund${amount} to ${other}`
  if (state !== 'open') return `${refund} is on its way.`
  return `${refund} waits until ${side === 'payer' ? 'your' : 'the'} bank has decided.`
}
