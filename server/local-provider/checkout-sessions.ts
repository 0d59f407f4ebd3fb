import { endSetup } from './card-setup'
import { changeMetadata, metadata } from './metadata'
import { newSetupIntent } from './objects/intent-object'
import type { CheckoutSession } from './objects/session-object'
import { newCheckoutSession } from './objects/session-object'
import type { Parsed } from './parameters'
import { address, clearable, group, integer, listOf, oneOf, text } from './parameters'
import { malformed } from './provider-error'
import type { Route } from './route'
import { route } from './route'
import type { Site } from './site'
import { wire } from './wire'
import type { Work } from './work'

const LIFETIME_SECONDS = 24 * 3600
const SHORTEST_SECONDS = 30 * 60

const CREATE = {
  allowed_payment_method_types: listOf(oneOf(['card'])),
  cancel_url: address,
  client_reference_id: text(200),
  currency: text(3),
  customer: text(),
  customer_email: text(800),
  expires_at: integer,
  locale: text(),
  metadata,
  mode: oneOf(['setup', 'payment', 'subscription']),
  setup_intent_data: group({ description: clearable(1000), metadata }),
  success_url: address,
}

async function createSession(work: Work, site: Site, params: Parsed<typeof CREATE, 'mode' | 'success_url'>) {
  if (params.mode !== 'setup') {
    throw malformed('The local provider offers Checkout in setup mode only.', { param: 'mode' })
  }
  if (!params.currency && !params.allowed_payment_method_types) {
    throw malformed('Missing required param: currency.', { code: 'parameter_missing', param: 'currency' })
  }
  if (params.customer) await work.require('customer', params.customer, 'customer')
  const expires_at = params.expires_at ?? work.now + LIFETIME_SECONDS
  checkExpiry(expires_at - work.now)
  const { setup_intent_data: data, allowed_payment_method_types, customer } = params
  const setup = { customer, description: data?.description, metadata: changeMetadata({}, data?.metadata) }
  const intent = newSetupIntent({ ...setup, allowed_payment_method_types }, work.now)
  const values = { ...params, expires_at, metadata: changeMetadata({}, params.metadata), setup_intent: intent.id }
  const session = newCheckoutSession(values, site.pages, work.now)
  work.add(intent)
  work.emit('setup_intent.created', intent)
  return work.add(session)
}

function checkExpiry(seconds: number): void {
  if (seconds >= SHORTEST_SECONDS && seconds <= LIFETIME_SECONDS) return
  const message = 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.'
  throw malformed(message, { param: 'expires_at' })
}

/** The card is saved: the page is done, and may be told again by a second press. */
export async function completeSession(work: Work, session: CheckoutSession): Promise<void> {
  const customer = session.customer ? await work.find('customer', session.customer) : undefined
  session.status = 'complete'
  session.url = null
  session.customer_details = {
    address: null,
    business_name: null,
    email: customer?.email ?? null,
    individual_name: null,
    name: customer?.name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  }
  work.emit('checkout.session.completed', session)
}

/** Nobody can use the page any more. */
export async function expireSession(work: Work, session: CheckoutSession): Promise<void> {
  session.status = 'expired'
  session.url = null
  const intent = await work.find('setup_intent', session.setup_intent)
  if (intent && intent.status !== 'succeeded') endSetup(work, intent)
  work.emit('checkout.session.expired', session)
}

export const checkoutSessionRoutes: Route[] = [
  route(
    'POST',
    '/v1/checkout/sessions',
    CREATE,
    async ({ work, site, params }) => wire(await createSession(work, site, params)),
    { required: ['mode', 'success_url'] },
  ),
  route('GET', '/v1/checkout/sessions/:id', {}, async ({ work, id }) =>
    wire(await work.require('checkout.session', id)),
  ),
]
