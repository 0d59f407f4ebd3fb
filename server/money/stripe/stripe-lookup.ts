import type Stripe from 'stripe'
import type { Intent, Sent } from '../gateway'
import { nameOf } from '../payment-commands'
import { seconds, toIntent } from './stripe-objects'

const PAGE = 100
const HOUR_MS = 3_600_000

/** The object that a command made, found by the name in its metadata. */
export async function findByCommand(
  stripe: Stripe,
  sent: Sent,
  command: string,
): Promise<{ id: string; intent: Intent | null } | null> {
  for await (const object of listFor(stripe, sent))
    if (object.metadata?.command === command)
      return { id: object.id, intent: object.object === 'payment_intent' ? toIntent(object) : null }
  return null
}

type Named =
  | Stripe.PaymentIntent
  | Stripe.Refund
  | Stripe.Transfer
  | Stripe.TransferReversal
  | Stripe.Customer
  | Stripe.Account

function listFor(stripe: Stripe, sent: Sent): AsyncIterable<Named> {
  switch (sent.kind) {
    case 'intent':
      return stripe.paymentIntents.list({
        customer: sent.customerId,
        created: madeSince(sent.since),
        limit: PAGE,
        expand: ['data.latest_charge'],
      })
    case 'refund':
      return stripe.refunds.list({ payment_intent: sent.intentId, limit: PAGE })
    case 'transfer':
      return stripe.transfers.list({ transfer_group: nameOf(sent.about).replace(':', '_'), limit: PAGE })
    case 'reversal':
      return stripe.transfers.listReversals(sent.transferId, { limit: PAGE })
    case 'customer':
      return stripe.customers.list({ email: sent.email, limit: PAGE })
    case 'account':
      return stripe.accounts.list({ created: madeSince(sent.since), limit: PAGE })
  }
}

/** The two clocks need not agree. */
function madeSince(since: Date): { gte: number } {
  return { gte: seconds(since) - HOUR_MS / 1000 }
}
