import { newId } from '../ids'
import type { Metadata } from '../metadata'
import type { Decline } from '../test-cards'
import type { JsonObject, Stored } from '../wire'
import type { BillingDetails, PaymentMethod } from './card-object'
import type { PaymentIntent } from './intent-object'

export interface Charge extends Stored {
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  balance_transaction: string | null
  captured: boolean
  currency: string
  customer: string | null
  description: string | null
  disputed: boolean
  metadata: Metadata
  paid: boolean
  payment_intent: string | null
  payment_method: string | null
  payment_method_details: ChargedCard | null
  refunded: boolean
  source_transfer: string | null
  status: 'succeeded' | 'failed' | 'pending'
  transfer_group: string | null
}

interface ChargedCard extends JsonObject {
  card: JsonObject & { capture_before?: number }
}

const APPROVED_OUTCOME = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
}

export interface ChargeInput {
  intent: PaymentIntent
  method: PaymentMethod
  /** When the hold lapses, in seconds; absent for an immediate capture. */
  captureBefore?: number
  decline?: Decline
  /** The holder confirmed the payment with the bank. */
  challenged: boolean
}

/** The record of one attempt on a card: held, or refused. Capturing it is a later step. */
export function newCharge(input: ChargeInput, created: number): Charge {
  const { intent, method, decline } = input
  return {
    ...blankCharge('ch_', intent, created),
    billing_details: structuredClone(method.billing_details),
    calculated_statement_descriptor: intent.statement_descriptor_suffix ?? intent.statement_descriptor,
    customer: intent.customer,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: { ...intent.metadata },
    outcome: decline ? declinedOutcome(decline) : APPROVED_OUTCOME,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: chargedCard(input),
    receipt_email: intent.receipt_email,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
  }
}

interface ChargeBasis {
  amount: number
  currency: string
  description: string | null
  transfer_group: string | null
}

/** A transfer as a connected account sees it: a captured payment without a card. */
export function newDestinationPayment(basis: ChargeBasis, transfer: string, created: number): Charge {
  return {
    ...blankCharge('py_', basis, created),
    amount_captured: basis.amount,
    captured: true,
    source_transfer: transfer,
  }
}

function blankCharge(prefix: string, basis: ChargeBasis, created: number): Charge {
  return {
    id: newId(prefix),
    object: 'charge',
    amount: basis.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: NO_BILLING,
    calculated_statement_descriptor: null,
    captured: false,
    created,
    currency: basis.currency,
    customer: null,
    description: basis.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: null,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: basis.transfer_group,
  }
}

const NO_BILLING: BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

function declinedOutcome(decline: Decline): JsonObject {
  return {
    ...APPROVED_OUTCOME,
    advice_code: decline.decline_code === 'insufficient_funds' ? 'try_again_later' : null,
    network_status: 'declined_by_network',
    reason: decline.decline_code,
    seller_message: 'The bank did not accept the payment.',
    type: 'issuer_declined',
  }
}

function chargedCard({ intent, method, captureBefore, challenged }: ChargeInput): ChargedCard {
  const { card } = method
  return {
    type: 'card',
    card: {
      amount_authorized: intent.amount,
      authorization_code: null,
      brand: card.brand,
      ...(captureBefore === undefined ? {} : { capture_before: captureBefore }),
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      electronic_commerce_indicator: challenged ? '05' : null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      extended_authorization: { status: 'disabled' },
      fingerprint: card.fingerprint,
      funding: card.funding,
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: card.last4,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: card.brand,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: challenged ? CHALLENGE_PASSED : null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

const CHALLENGE_PASSED = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}
