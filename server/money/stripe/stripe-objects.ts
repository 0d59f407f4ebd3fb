import type Stripe from 'stripe'
import type { BankState } from '../../db/tables'
import type { Dispute, Intent, IntentState, Movement, PayoutAccount, ProviderEvent, Refund } from '../gateway'

/** Stripe's objects in the product's words. */

const INTENT_STATES: Record<Stripe.PaymentIntent.Status, IntentState> = {
  requires_payment_method: 'unconfirmed',
  requires_confirmation: 'unconfirmed',
  requires_action: 'needs_action',
  processing: 'processing',
  requires_capture: 'held',
  succeeded: 'captured',
  canceled: 'released',
}

export function toIntent(intent: Stripe.PaymentIntent): Intent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const captureBefore = charge?.payment_method_details?.card?.capture_before
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    state: INTENT_STATES[intent.status] ?? 'processing',
    amount: intent.amount,
    bookingId: Number(intent.metadata.booking_id) || null,
    chargeId: charge?.id ?? (typeof intent.latest_charge === 'string' ? intent.latest_charge : null),
    chargedAt: charge && new Date(charge.created * 1000),
    cardId: idOf(intent.payment_method),
    captureBefore: captureBefore ? new Date(captureBefore * 1000) : null,
    failure: intent.last_payment_error?.message ?? null,
  }
}

/** Anything but a refund that failed counts as on its way: the money has left. */
export function toRefund({ id, amount, status, payment_intent: intent, metadata }: Stripe.Refund): Refund {
  const hasFailed = status === 'failed' || status === 'canceled'
  const state = hasFailed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending'
  return { id, amount, state, intentId: idOf(intent), command: metadata?.command ?? null }
}

/** Of payouts only the latest counts: a later one that is on its way, or has arrived, has mended one that failed. */
export function toPayoutAccount(account: Stripe.Account, latest: Stripe.Payout | null): PayoutAccount {
  const { capabilities, requirements, payouts_enabled } = account
  const isReady = capabilities?.transfers === 'active'
  const isRestricted = !isReady || !payouts_enabled || (requirements?.past_due?.length ?? 0) > 0
  const failedPayout =
    latest?.status === 'failed'
      ? { amount: latest.amount, at: new Date(latest.created * 1000).toISOString(), code: latest.failure_code }
      : null
  return { isReady, trouble: isRestricted || failedPayout ? { isRestricted, failedPayout } : null }
}

const DISPUTE_STATES: Record<string, BankState> = {
  warning_needs_response: 'asked',
  warning_under_review: 'asked',
  warning_closed: 'answered',
  won: 'won',
  prevented: 'won',
  lost: 'lost',
}

export function toDispute(dispute: Stripe.Dispute): Dispute {
  const { id, status, reason, created, payment_intent: intent, evidence_details: evidence } = dispute
  return {
    id,
    intentId: idOf(intent),
    state: DISPUTE_STATES[status] ?? 'open',
    reason,
    answerBy: evidence.due_by ? new Date(evidence.due_by * 1000) : null,
    openedAt: new Date(created * 1000),
    movements: dispute.balance_transactions.map((moved) => ({ id: moved.id, amount: moved.amount, fee: moved.fee })),
  }
}

export function toMovement({ id, type, source, amount, fee, created }: Stripe.BalanceTransaction): Movement {
  return { id, type, source: idOf(source), amount, fee, at: new Date(created * 1000) }
}

/** Objects that we read by their own id; everything else is looked at through its payment. */
const OWN_OBJECTS = ['payment_intent', 'refund', 'dispute', 'transfer', 'account']

export function toEvent({ id, type, account, data, created }: Stripe.Event): ProviderEvent {
  const object = data.object as { object?: string; id?: string; payment_intent?: string | { id: string } | null }
  const own = OWN_OBJECTS.includes(object.object ?? '') ? (object.id ?? null) : idOf(object.payment_intent)
  // An event of an owner's account is about that account, whatever moved on it.
  return { id, type, objectId: account ?? own, at: new Date(created * 1000) }
}

function idOf(related: string | { id: string } | null | undefined): string | null {
  return typeof related === 'string' ? related : (related?.id ?? null)
}

/** Seconds since 1970, as Stripe counts time. */
export function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
