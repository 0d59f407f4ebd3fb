import { answerSetupChallenge, endSetup, saveCard } from './card-setup'
import { datedPaging, listPage } from './lists'
import { changeMetadata, metadata } from './metadata'
import type { PaymentMethod } from './objects/card-object'
import type { SetupIntent } from './objects/intent-object'
import { newSetupIntent } from './objects/intent-object'
import { address, clearable, flag, group, listOf, oneOf, text } from './parameters'
import { requireCard } from './payment-methods'
import type { ProviderError } from './provider-error'
import { refused } from './provider-error'
import type { Call, Route } from './route'
import { route } from './route'
import { wire } from './wire'

const OPEN: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const OWNED_BY_SESSION = 'This SetupIntent belongs to a Checkout Session. Expire the Checkout Session instead.'

function wrongState(intent: SetupIntent, verb: string): ProviderError {
  const message = `This SetupIntent could not be ${verb} because it has a status of ${intent.status}. Only a SetupIntent with one of the following statuses may be ${verb}: ${OPEN.join(', ')}.`
  return refused(message, { code: 'setup_intent_unexpected_state', setup_intent: intent })
}

function checkFree(intent: SetupIntent, verb: string): void {
  if (intent.provider_state.session) throw refused(OWNED_BY_SESSION, { setup_intent: intent })
  if (!OPEN.includes(intent.status)) throw wrongState(intent, verb)
}

interface ConfirmParams {
  payment_method?: string
  return_url?: string
  use_stripe_sdk?: boolean
}

async function confirm(call: Call<ConfirmParams>, intent: SetupIntent): Promise<void> {
  const { work, site, params } = call
  checkFree(intent, 'confirmed')
  const wanted = params.payment_method ?? intent.payment_method
  if (!wanted) {
    const message = "You cannot confirm this SetupIntent because it's missing a payment method."
    throw refused(message, { code: 'setup_intent_unexpected_state', setup_intent: intent })
  }
  const method = await requireCard(work, wanted)
  checkOwner(intent, method)
  intent.provider_state.return_url = params.return_url ?? intent.provider_state.return_url
  const inPage = params.use_stripe_sdk ?? (call.fromBrowser && !params.return_url)
  const refusal = saveCard(work, site, intent, method, inPage)
  if (refusal) throw refusal
}

function checkOwner(intent: SetupIntent, method: PaymentMethod): void {
  if (!method.customer || method.customer === intent.customer) return
  const message = `The PaymentMethod ${method.id} does not belong to the Customer you supplied ${intent.customer}. Please use this PaymentMethod with the Customer that it belongs to instead.`
  throw refused(message, { param: 'payment_method', setup_intent: intent })
}

const CONFIRM = { payment_method: text(), return_url: address, use_stripe_sdk: flag }
const CREATE = {
  ...CONFIRM,
  allowed_payment_method_types: listOf(oneOf(['card'])),
  automatic_payment_methods: group({ enabled: flag, allow_redirects: oneOf(['always', 'never']) }),
  confirm: flag,
  customer: text(),
  description: clearable(1000),
  metadata,
  usage: oneOf(['off_session', 'on_session']),
}

export const setupIntentRoutes: Route[] = [
  route('POST', '/v1/setup_intents', CREATE, async (call) => {
    const { work, params } = call
    if (params.customer) await work.require('customer', params.customer, 'customer')
    const given = params.payment_method ? await requireCard(work, params.payment_method) : undefined
    const values = { ...params, payment_method: given?.id, metadata: changeMetadata({}, params.metadata) }
    const intent = newSetupIntent(values, work.now)
    intent.provider_state.return_url = params.return_url ?? null
    if (given) checkOwner(intent, given)
    work.add(intent)
    work.emit('setup_intent.created', intent)
    if (params.confirm) await confirm({ ...call, params: { ...params, payment_method: given?.id } }, intent)
    return wire(intent)
  }),
  route(
    'GET',
    '/v1/setup_intents',
    { ...datedPaging, customer: text(), payment_method: text() },
    ({ work, params: { customer, payment_method, ...params } }) =>
      listPage(work, 'setup_intent', '/v1/setup_intents', params, { customer, payment_method }),
  ),
  route('GET', '/v1/setup_intents/:id', {}, async ({ work, id }) => wire(await work.require('setup_intent', id)), {
    browser: true,
  }),
  route('POST', '/v1/setup_intents/:id', { description: clearable(1000), metadata }, async ({ work, id, params }) => {
    const intent = await work.require('setup_intent', id)
    if (params.description !== undefined) intent.description = params.description
    intent.metadata = changeMetadata(intent.metadata, params.metadata)
    return wire(intent)
  }),
  route(
    'POST',
    '/v1/setup_intents/:id/confirm',
    CONFIRM,
    async (call) => {
      const intent = await call.work.require('setup_intent', call.id)
      await confirm(call, intent)
      return wire(intent)
    },
    { browser: true },
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/authenticate',
    { outcome: oneOf(['complete', 'fail']) },
    async ({ work, id, params }) => {
      const intent = await work.require('setup_intent', id)
      checkFree(intent, 'confirmed')
      if (intent.status !== 'requires_action') throw wrongState(intent, 'confirmed')
      await answerSetupChallenge(work, intent, params.outcome)
      return wire(intent)
    },
    { browser: true, required: ['outcome'] },
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/cancel',
    { cancellation_reason: oneOf(['abandoned', 'duplicate', 'requested_by_customer']) },
    async ({ work, id, params }) => {
      const intent = await work.require('setup_intent', id)
      checkFree(intent, 'canceled')
      endSetup(work, intent, params.cancellation_reason ?? null)
      return wire(intent)
    },
  ),
]
