import { datedPaging, listPage } from './lists'
import { metadata } from './metadata'
import { address, clearable, flag, group, integer, listOf, oneOf, text } from './parameters'
import { answerChallenge } from './payment-attempt'
import { cancelIntent, captureIntent, wrongState } from './payment-capture'
import { confirmIntent } from './payment-confirm'
import { startIntent } from './payment-start'
import type { Route } from './route'
import { route } from './route'
import { wire } from './wire'

const captureMethod = oneOf(['automatic', 'automatic_async', 'manual'])
const futureUsage = oneOf(['off_session', 'on_session'])
const cardOptions = group({
  card: group({
    request_extended_authorization: oneOf(['if_available', 'never']),
    request_three_d_secure: oneOf(['any', 'automatic', 'challenge']),
  }),
})

const CONFIRM = {
  payment_method: text(),
  payment_method_options: cardOptions,
  off_session: flag,
  receipt_email: clearable(512),
  return_url: address,
  setup_future_usage: futureUsage,
  use_stripe_sdk: flag,
}

const CREATE = {
  ...CONFIRM,
  amount: integer,
  allowed_payment_method_types: listOf(oneOf(['card'])),
  automatic_payment_methods: group({ enabled: flag, allow_redirects: oneOf(['always', 'never']) }),
  capture_method: captureMethod,
  confirm: flag,
  currency: text(3),
  customer: text(),
  description: clearable(1000),
  metadata,
  statement_descriptor: clearable(22),
  statement_descriptor_suffix: clearable(22),
  transfer_group: clearable(),
}

export const paymentIntentRoutes: Route[] = [
  route(
    'POST',
    '/v1/payment_intents',
    CREATE,
    async (call) => {
      const { intent, method } = await startIntent(call.work, call.params)
      if (call.params.confirm) await confirmIntent(call, intent, method)
      return wire(intent)
    },
    { required: ['amount', 'currency'] },
  ),
  route('GET', '/v1/payment_intents', { ...datedPaging, customer: text() }, ({ work, params }) =>
    listPage(work, 'payment_intent', '/v1/payment_intents', params, { customer: params.customer }),
  ),
  route('GET', '/v1/payment_intents/:id', {}, async ({ work, id }) => wire(await work.require('payment_intent', id)), {
    browser: true,
  }),
  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    CONFIRM,
    async (call) => {
      const intent = await call.work.require('payment_intent', call.id)
      await confirmIntent(call, intent)
      return wire(intent)
    },
    { browser: true },
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/authenticate',
    { outcome: oneOf(['complete', 'fail']) },
    async ({ work, id, params }) => {
      const intent = await work.require('payment_intent', id)
      if (intent.status !== 'requires_action') {
        throw wrongState(
          intent,
          `This PaymentIntent is not waiting for its holder: it has a status of ${intent.status}.`,
        )
      }
      await answerChallenge(work, intent, params.outcome)
      return wire(intent)
    },
    { browser: true, required: ['outcome'] },
  ),
  route('POST', '/v1/payment_intents/:id/capture', {}, async ({ work, id }) => {
    const intent = await work.require('payment_intent', id)
    await captureIntent(work, intent)
    return wire(intent)
  }),
  route(
    'POST',
    '/v1/payment_intents/:id/cancel',
    { cancellation_reason: oneOf(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']) },
    async ({ work, id, params }) => {
      const intent = await work.require('payment_intent', id)
      cancelIntent(work, intent, params.cancellation_reason ?? null)
      return wire(intent)
    },
  ),
]
