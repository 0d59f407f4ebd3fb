import { newId, randomText } from '../ids'
import type { Metadata } from '../metadata'
import type { JsonObject, Stored } from '../wire'

export interface CheckoutSession extends Stored {
  object: 'checkout.session'
  cancel_url: string | null
  client_reference_id: string | null
  customer: string | null
  customer_details: JsonObject | null
  expires_at: number
  metadata: Metadata
  setup_intent: string
  status: 'open' | 'complete' | 'expired'
  success_url: string
  url: string | null
}

export interface CheckoutSessionInput {
  allowed_payment_method_types?: string[]
  cancel_url?: string
  client_reference_id?: string
  currency?: string
  customer?: string
  customer_email?: string
  expires_at: number
  locale?: string
  metadata: Metadata
  setup_intent: string
  success_url: string
}

/** An open session in setup mode; `pageRoot` is where its hosted page lives. */
export function newCheckoutSession(input: CheckoutSessionInput, pageRoot: string, created: number): CheckoutSession {
  const id = newId('cs_test_') + randomText(32)
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: input.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: input.customer ?? null,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: input.customer_email ?? null,
    discounts: null,
    expires_at: input.expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: input.locale ?? null,
    managed_payments: { enabled: false },
    metadata: input.metadata,
    mode: 'setup',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'no_payment_required',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: input.setup_intent,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: input.success_url,
    total_details: null,
    ui_mode: 'hosted_page',
    url: `${pageRoot}/checkout/${id}`,
    wallet_options: null,
  }
}
