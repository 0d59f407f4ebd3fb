import type { Booking } from '#schema/booking'
import { formatCents } from '#schema/money'
import type { MoneyEvent, MoneyMoment } from '#schema/payment'
import { PRODUCT_NAME } from '#schema/product'
import type { Purchase } from '#schema/purchase'
import type { Tone } from '../ui/status-chip'
import type { StoryLine } from '../ui/timeline'

/** For its payer: the server waits for the provider's answer, for an hour at most, before an unpaid sale ends. */
export const PAY_TIME_OVER =
  'The time to pay is over. If you paid in time, this goes on once the bank has answered; otherwise nothing is taken.'

type Side = 'payer' | 'payee'

type Words = (amount: string, other: string) => string

interface EventWords {
  tone: Tone
  payer: Words
  payee: Words
}

const REFUNDED: EventWords = {
  tone: 'info',
  payer: (amount) => `${amount} was refunded to you`,
  payee: (amount, other) => `${amount} was refunded to ${other}`,
}
const REFUND_RETURNED: EventWords = {
  tone: 'danger',
  payer: (amount) => `Your bank sent the refund of ${amount} back to us`,
  payee: (amount, other) => `${other}’s bank sent the refund of ${amount} back`,
}
const ASKED_BACK: EventWords = {
  tone: 'waiting',
  payer: (amount) => `Your bank took ${amount} back while it decides`,
  payee: (amount, other) => `${other}’s bank took ${amount} back while it decides`,
}
const GIVEN_BACK: EventWords = {
  tone: 'success',
  payer: (amount) => `Your bank decided that the payment of ${amount} stands`,
  payee: (amount, other) => `${other}’s bank gave the ${amount} back`,
}
const KEPT_BY_BANK: EventWords = {
  tone: 'danger',
  payer: (amount) => `Your bank decided for you: ${amount} is yours again`,
  payee: (amount, other) => `${other}’s bank decided for ${other} and kept ${amount}`,
}

const WORDS: Record<MoneyEvent, EventWords> = {
  refunded: REFUNDED,
  refund_returned: REFUND_RETURNED,
  refund_settled: {
    tone: 'info',
    payer: (amount) => `${amount} was paid back to you in another way`,
    payee: (amount, other) => `${amount} was paid back to ${other} in another way`,
  },
  asked_back: ASKED_BACK,
  given_back: GIVEN_BACK,
  kept_by_bank: KEPT_BY_BANK,
  damage: {
    tone: 'success',
    payer: (amount) => `${amount} was taken for the damage`,
    payee: (amount, other) => `${other} paid ${amount} for the damage`,
  },
  damage_refunded: REFUNDED,
  damage_refund_returned: REFUND_RETURNED,
  damage_asked_back: ASKED_BACK,
  damage_given_back: GIVEN_BACK,
  damage_kept_by_bank: KEPT_BY_BANK,
  damage_sent: { tone: 'success', payer: String, payee: (amount) => `${amount} was sent on to your payout account` },
  released: { tone: 'success', payer: String, payee: (amount) => `${amount} became yours` },
  netted: { tone: 'neutral', payer: String, payee: (amount) => `${amount} of it settled what you owed` },
  sent: { tone: 'success', payer: String, payee: (amount) => `${amount} was sent on to your payout account` },
  taken_back: {
    tone: 'neutral',
    payer: String,
    payee: (amount) => `${amount} was taken back from your payout account`,
  },
}

/** Money about a claim has names of its own. */
const isOfClaim = (what: MoneyEvent) => what.startsWith('damage')

/** The events of the money of a sale, or of its claim, as one of its two sides reads them; oldest first. */
export function moneyStory(
  moments: readonly MoneyMoment[] | undefined,
  { side, other, of }: { side: Side; other: string; of: 'sale' | 'claim' },
): StoryLine[] {
  return (moments ?? []).flatMap(({ at, what, amount }) => {
    // A newer server may tell what this build has no words for.
    const words = WORDS[what]
    if (!words || isOfClaim(what) !== (of === 'claim')) return []
    return [{ at, what: words[side](formatCents(amount), other), tone: words.tone }]
  })
}

const SENT_BACK: Record<Side, Words> = {
  payer: (amount) =>
    `Your bank sent your refund of ${amount} back to us. We keep it for you and try again by ourselves; if that fails too, we pay you another way.`,
  payee: (amount, other) =>
    `${other}’s bank sent the refund of ${amount} back. It is tried again; there is nothing for you to do.`,
}
const NOT_GONE_OUT: Record<Side, Words> = {
  payer: (amount) =>
    `Your refund of ${amount} has not gone out yet. ${PRODUCT_NAME} sees to it; there is nothing for you to do.`,
  payee: (amount, other) => `The refund of ${amount} to ${other} has not gone out yet. ${PRODUCT_NAME} sees to it.`,
}

/** Of `cents` that were to be refunded those that have not been paid yet, by us or by the payer's bank. */
export function unpaidRefund(moments: readonly MoneyMoment[] = [], cents: number): number {
  const given = sumOf(moments, 'refunded', 'refund_settled', 'kept_by_bank')
  const paid = Math.max(0, given - sumOf(moments, 'refund_returned'))
  return paid < cents ? cents - paid : cents
}

/** The cents that went back to their payer by the decision of the bank, and not by a refund. */
export function keptByBank(moments: readonly MoneyMoment[] = []): number {
  return sumOf(moments, 'kept_by_bank')
}

function sumOf(moments: readonly MoneyMoment[], ...wanted: MoneyEvent[]): number {
  return moments.reduce((sum, { what, amount }) => sum + (wanted.includes(what) ? amount : 0), 0)
}

/** A refund that was decided may not have gone out yet, and money that the bank gave back is no refund. */
export function refundLabel({ paymentState, money }: Pick<Booking | Purchase, 'paymentState' | 'money'>): string {
  if (paymentState === 'refunding' || paymentState === 'refund_failed') return 'Refund'
  return keptByBank(money) > 0 ? 'Paid back' : 'Refunded'
}

/**
 * Of `cents` that were to be refunded those that are still owed, in words for one of the two sides: the bank sent them back, or they
 * never went out.
 */
export function owedRefundWords(
  moments: readonly MoneyMoment[] = [],
  { side, other, cents }: { side: Side; other: string; cents: number },
): string {
  const words = moments.some(isOpenReturn) ? SENT_BACK : NOT_GONE_OUT
  return words[side](formatCents(unpaidRefund(moments, cents)), other)
}

/** A refund that the bank sent back and that has not been paid since. */
function isOpenReturn({ what, amount }: MoneyMoment, nth: number, moments: readonly MoneyMoment[]): boolean {
  const isPaid = (later: MoneyMoment) =>
    (later.what === 'refunded' || later.what === 'refund_settled') && later.amount === amount
  return what === 'refund_returned' && !moments.slice(nth + 1).some(isPaid)
}

/** Lines of several stories as one, oldest first; what is still to come stays at the end. */
export function inOrder(lines: readonly StoryLine[]): StoryLine[] {
  return lines.toSorted((a, b) => Number(a.ahead ?? false) - Number(b.ahead ?? false) || a.at.localeCompare(b.at))
}
