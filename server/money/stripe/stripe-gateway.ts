import Stripe from 'stripe'
import type { About } from '../about'
import { type Card, type PaymentGateway, ProviderError, type ProviderFailure } from '../gateway'
import { nameOf } from '../payment-commands'
import { findByCommand } from './stripe-lookup'
import { seconds, toDispute, toEvent, toIntent, toMovement, toPayoutAccount, toRefund } from './stripe-objects'
import { ACCOUNT_EVENTS } from './webhook-events'

const CURRENCY = 'usd'
const CARD_ONLY = ['card'] as const
const REQUEST_TIMEOUT_MS = 20_000
const MAX_CARDS = 20
const PAGE = 100
/** As part of an address, `.` and `..` would lead from a card to what lies around it. */
const CARD_ID = /^\w+$/

export interface StripeOptions {
  secretKey: string
  webhookSecrets: () => string[]
  /** Only for the built-in provider: how requests reach it. */
  config?: Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol' | 'httpClient' | 'maxNetworkRetries'>
}

/** The gateway over the official SDK; the built-in provider and Stripe itself are two ends of the same code. */
export function stripeGateway(options: StripeOptions): PaymentGateway {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: 2,
    timeout: REQUEST_TIMEOUT_MS,
    telemetry: false,
    ...options.config,
  })

  return {
    createCustomer: ({ id, email, name }, idempotencyKey) =>
      said(async () => {
        const metadata = { user_id: String(id), command: idempotencyKey }
        return (await stripe.customers.create({ email, name, metadata }, { idempotencyKey })).id
      }),

    deleteCustomer: (id) => gone(async () => void (await stripe.customers.del(id))),

    createCardSetup: (customer, userId, { successUrl, cancelUrl }) =>
      said(async () => {
        const session = await stripe.checkout.sessions.create({
          mode: 'setup',
          currency: CURRENCY,
          customer,
          allowed_payment_method_types: [...CARD_ONLY],
          client_reference_id: String(userId),
          setup_intent_data: { metadata: { user_id: String(userId) } },
          success_url: successUrl,
          cancel_url: cancelUrl,
        })
        if (!session.url) throw new ProviderError('refused', 'session_closed', 'The card page could not be opened.')
        return session.url
      }),

    listCards: (customer) =>
      said(async () =>
        (await stripe.customers.listPaymentMethods(customer, { type: 'card', limit: MAX_CARDS })).data.flatMap(toCard),
      ),

    findCard: async (customer, cardId) => {
      if (!CARD_ID.test(cardId)) return null
      try {
        return await said(async () => toCard(await stripe.customers.retrievePaymentMethod(customer, cardId))[0] ?? null)
      } catch (error) {
        if (error instanceof ProviderError && error.failure === 'not_found') return null
        throw error
      }
    },

    detachCard: (customer, cardId) =>
      said(async () => {
        // Detaching asks for the card alone: whose it is must be asked first.
        await stripe.customers.retrievePaymentMethod(customer, cardId)
        await stripe.paymentMethods.detach(cardId)
      }),

    createHold: ({ bookingId, attempt, amount, customerId, cardId, description }, idempotencyKey) =>
      said(async () =>
        toIntent(
          await stripe.paymentIntents.create(
            {
              amount,
              currency: CURRENCY,
              customer: customerId,
              payment_method: cardId,
              allowed_payment_method_types: [...CARD_ONLY],
              capture_method: 'manual',
              setup_future_usage: 'off_session',
              transfer_group: `booking_${bookingId}`,
              description,
              metadata: { ...aboutMetadata({ bookingId }, idempotencyKey), attempt: String(attempt), kind: 'hold' },
            },
            { idempotencyKey },
          ),
        ),
      ),

    getIntent: (id) =>
      said(async () => toIntent(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))),

    capture: (id, idempotencyKey) =>
      said(async () =>
        toIntent(await stripe.paymentIntents.capture(id, { expand: ['latest_charge'] }, { idempotencyKey })),
      ),

    release: (id, idempotencyKey) =>
      said(async () =>
        toIntent(
          await stripe.paymentIntents.cancel(id, { cancellation_reason: 'requested_by_customer' }, { idempotencyKey }),
        ),
      ),

    refund: (paymentIntent, amount, about, idempotencyKey) =>
      said(async () => {
        const refund = await stripe.refunds.create(
          {
            payment_intent: paymentIntent,
            amount,
            reason: 'requested_by_customer',
            metadata: aboutMetadata(about, idempotencyKey),
          },
          { idempotencyKey },
        )
        return toRefund(refund)
      }),

    getRefund: (id) => said(async () => toRefund(await stripe.refunds.retrieve(id))),

    transfer: ({ about, amount, accountId, chargeId }, idempotencyKey) =>
      said(async () => {
        const transfer = await stripe.transfers.create(
          {
            amount,
            currency: CURRENCY,
            destination: accountId,
            ...(chargeId ? { source_transaction: chargeId } : {}),
            transfer_group: nameOf(about).replace(':', '_'),
            metadata: aboutMetadata(about, idempotencyKey),
          },
          { idempotencyKey },
        )
        return transfer.id
      }),

    getTransfer: (id) =>
      said(async () => {
        const { amount } = await stripe.transfers.retrieve(id)
        const reversals = await stripe.transfers.listReversals(id, { limit: PAGE }).autoPagingToArray({ limit: 1000 })
        return { id, amount, reversals: reversals.map((reversal) => ({ id: reversal.id, amount: reversal.amount })) }
      }),

    reverse: (transferId, amount, about, idempotencyKey) =>
      said(async () => {
        const metadata = aboutMetadata(about, idempotencyKey)
        return (await stripe.transfers.createReversal(transferId, { amount, metadata }, { idempotencyKey })).id
      }),

    getDispute: (id) => said(async () => toDispute(await stripe.disputes.retrieve(id))),

    findSent: (sent, key) => said(() => findByCommand(stripe, sent, key)),

    listEvents: (since) =>
      // Delivered ones too: what a webhook has brought is known by its id, and without webhooks this is the only way.
      said(() =>
        oldestFirst(
          stripe.events.list({ types: [...ACCOUNT_EVENTS], created: { gte: seconds(since) }, limit: PAGE }),
          toEvent,
        ),
      ),

    listMovements: (since) =>
      said(() =>
        oldestFirst(stripe.balanceTransactions.list({ created: { gte: seconds(since) }, limit: PAGE }), toMovement),
      ),

    chargePresent: ({ purchaseId, amount, customerId, cardId, description, returnUrl }, idempotencyKey) =>
      said(async () =>
        toIntent(
          await stripe.paymentIntents.create(
            {
              amount,
              currency: CURRENCY,
              customer: customerId,
              payment_method: cardId,
              allowed_payment_method_types: [...CARD_ONLY],
              confirm: true,
              use_stripe_sdk: true,
              return_url: returnUrl,
              setup_future_usage: 'off_session',
              transfer_group: `purchase_${purchaseId}`,
              description,
              metadata: { ...aboutMetadata({ purchaseId }, idempotencyKey), kind: 'purchase' },
              expand: ['latest_charge'],
            },
            { idempotencyKey },
          ),
        ),
      ),

    chargeSaved: ({ cardId, ...charge }, idempotencyKey) =>
      said(async () =>
        toIntent(
          await stripe.paymentIntents.create(
            { ...damageCharge(charge, idempotencyKey), payment_method: cardId, confirm: true, off_session: true },
            { idempotencyKey },
          ),
        ),
      ),

    openCharge: (charge, idempotencyKey) =>
      said(async () =>
        toIntent(await stripe.paymentIntents.create(damageCharge(charge, idempotencyKey), { idempotencyKey })),
      ),

    createPayoutAccount: ({ id, email }, idempotencyKey) =>
      said(async () => {
        const account = await stripe.accounts.create(
          {
            email,
            country: 'US',
            controller: {
              stripe_dashboard: { type: 'express' },
              fees: { payer: 'application' },
              losses: { payments: 'application' },
              requirement_collection: 'stripe',
            },
            capabilities: { transfers: { requested: true } },
            metadata: { user_id: String(id), command: idempotencyKey },
          },
          { idempotencyKey },
        )
        return account.id
      }),

    deletePayoutAccount: (id) => gone(async () => void (await stripe.accounts.del(id))),

    onboardingPage: (account, { refreshUrl, returnUrl }) =>
      said(
        async () =>
          (
            await stripe.accountLinks.create({
              account,
              type: 'account_onboarding',
              refresh_url: refreshUrl,
              return_url: returnUrl,
            })
          ).url,
      ),

    accountPage: (account) => said(async () => (await stripe.accounts.createLoginLink(account)).url),

    getPayoutAccount: (id) =>
      said(async () => {
        const account = await stripe.accounts.retrieve(id)
        if (!account.details_submitted) return { isReady: false, trouble: null }
        const latest = await stripe.payouts.list({ limit: 1 }, { stripeAccount: id })
        return toPayoutAccount(account, latest.data[0] ?? null)
      }),

    async readEvent(rawBody, signature) {
      return toEvent(await verifiedEvent(stripe, rawBody, signature, options.webhookSecrets()))
    },
  }
}

/** Our names for it: by `command` it is found again when the answer to its command was lost. */
function aboutMetadata(about: About, command: string): Record<string, string> {
  return 'bookingId' in about
    ? { booking_id: String(about.bookingId), command }
    : { purchase_id: String(about.purchaseId), command }
}

function damageCharge(
  charge: { bookingId: number; amount: number; customerId: string; description: string },
  command: string,
) {
  return {
    amount: charge.amount,
    currency: CURRENCY,
    customer: charge.customerId,
    allowed_payment_method_types: [...CARD_ONLY],
    transfer_group: `booking_${charge.bookingId}`,
    description: charge.description,
    metadata: { ...aboutMetadata(charge, command), kind: 'damage' },
    expand: ['latest_charge'],
  }
}

async function verifiedEvent(
  stripe: Stripe,
  rawBody: string,
  signature: string,
  secrets: string[],
): Promise<Stripe.Event> {
  for (const secret of secrets) {
    try {
      return await stripe.webhooks.constructEventAsync(rawBody, signature, secret)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    }
  }
  throw new ProviderError('bad_signature', 'signature', 'The signature does not match.')
}

function toCard({ id, card }: Stripe.PaymentMethod): Card[] {
  return card ? [{ id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }] : []
}

/** Everything in a list of the provider's, which begins with the newest: however long nobody has asked, nothing is left out. */
async function oldestFirst<Item, Found>(list: AsyncIterable<Item>, toFound: (item: Item) => Found): Promise<Found[]> {
  const found: Found[] = []
  for await (const item of list) found.push(toFound(item))
  return found.reverse()
}

/** Runs a call and says in the product's words why it failed; only codes and types are looked at, never message texts. */
async function said<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const intent = error.payment_intent ? toIntent(error.payment_intent) : null
    throw new ProviderError(failureOf(error), error.code ?? error.type, error.message, intent)
  }
}

/** Stripe does not say whether an account that it refuses to show is there. */
const GONE = new Set(['resource_missing', 'account_invalid'])

/** The same for a removal: a repeat finds nothing any more, which is what was asked for. */
async function gone(remove: () => Promise<void>): Promise<void> {
  try {
    await said(remove)
  } catch (error) {
    if (!(error instanceof ProviderError && GONE.has(error.providerCode))) throw error
  }
}

/** A secret key that was rolled, or may not do this, is ours to mend: no bank and no card has refused anything. */
function isOfKey(error: Stripe.errors.StripeError): boolean {
  if (GONE.has(error.code ?? '')) return false
  return (
    error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError
  )
}

function failureOf(error: Stripe.errors.StripeError): ProviderFailure {
  if (error instanceof Stripe.errors.StripeCardError) return 'declined'
  if (error.code === 'payment_intent_unexpected_state' || error.code === 'charge_already_refunded') return 'wrong_state'
  if (error.code === 'resource_missing') return 'not_found'
  const passing =
    isOfKey(error) ||
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error.code === 'idempotency_key_in_use' ||
    error.code === 'lock_timeout'
  return passing ? 'unavailable' : 'refused'
}
