import { newClientSecret, newId } from '../ids'
import type { Metadata } from '../metadata'
import type { JsonObject, Stored } from '../wire'

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled'

export interface PaymentIntent extends Stored {
  object: 'payment_intent'
  amount: number
  amount_capturable: number
  amount_received: number
  canceled_at: number | null
  cancellation_reason: string | null
  capture_method: string
  client_secret: string
  currency: string
  customer: string | null
  description: string | null
  last_payment_error: JsonObject | null
  latest_charge: string | null
  metadata: Metadata
  next_action: JsonObject | null
  payment_method: string | null
  receipt_email: string | null
  setup_future_usage: 'off_session' | 'on_session' | null
  statement_descriptor: string | null
  statement_descriptor_suffix: string | null
  status: IntentStatus
  transfer_group: string | null
  provider_state: {
    /** When a hold lapses, in seconds. */
    capture_before: number | null
    /** The address to which a person returns after a challenge on a page of ours. */
    return_url: string | null
  }
}

export interface PaymentIntentInput {
  amount: number
  currency: string
  allowed_payment_method_types?: string[]
  automatic_payment_methods?: { enabled?: boolean; allow_redirects?: 'always' | 'never' }
  capture_method?: string
  customer?: string
  description?: string | null
  metadata: Metadata
  payment_method?: string
  receipt_email?: string | null
  setup_future_usage?: 'off_session' | 'on_session' | null
  statement_descriptor?: string | null
  statement_descriptor_suffix?: string | null
  transfer_group?: string | null
}

const CARD_OPTIONS = {
  card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
}

export function newPaymentIntent(input: PaymentIntentInput, created: number): PaymentIntent {
  const id = newId('pi_')
  const automatic = input.automatic_payment_methods ?? (input.allowed_payment_method_types ? undefined : {})
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automatic
      ? { allow_redirects: automatic.allow_redirects ?? 'always', enabled: automatic.enabled ?? true }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: input.capture_method ?? 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created,
    currency: input.currency,
    customer: input.customer ?? null,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: input.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: CARD_OPTIONS,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: input.receipt_email ?? null,
    review: null,
    setup_future_usage: input.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: input.statement_descriptor ?? null,
    statement_descriptor_suffix: input.statement_descriptor_suffix ?? null,
    status: input.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_group: input.transfer_group ?? null,
    provider_state: { capture_before: null, return_url: null },
  }
}

export interface SetupIntent extends Stored {
  object: 'setup_intent'
  cancellation_reason: string | null
  client_secret: string
  customer: string | null
  description: string | null
  last_setup_error: JsonObject | null
  metadata: Metadata
  next_action: JsonObject | null
  payment_method: string | null
  status: Exclude<IntentStatus, 'requires_capture'>
  usage: string
  provider_state: { return_url: string | null }
}

export interface SetupIntentInput {
  allowed_payment_method_types?: string[]
  customer?: string
  description?: string | null
  metadata: Metadata
}

export function newSetupIntent(input: SetupIntentInput, created: number): SetupIntent {
  const id = newId('seti_')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: input.allowed_payment_method_types ? null : { allow_redirects: 'always', enabled: true },
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created,
    customer: input.customer ?? null,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: { enabled: false },
    mandate: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
    provider_state: { return_url: null },
  }
}
