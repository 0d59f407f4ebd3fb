import { newId } from '../ids'
import type { Metadata } from '../metadata'
import type { JsonObject, Stored } from '../wire'
import type { Charge } from './charge-object'

const ANSWER_DAYS = 7
const DAY_SECONDS = 86_400

export interface Dispute extends Stored {
  object: 'dispute'
  amount: number
  balance_transactions: JsonObject[]
  charge: string
  evidence: JsonObject
  evidence_details: JsonObject & { submission_count: number; due_by: number }
  is_charge_refundable: boolean
  metadata: Metadata
  status:
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
}

export const EVIDENCE_FIELDS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const

/** The second by which a dispute is to be answered that is opened, or escalated, at `now`. */
export const answerDueBy = (now: number): number => now + ANSWER_DAYS * DAY_SECONDS

export function newDispute(charge: Charge, created: number): Dispute {
  return {
    id: newId('dp_'),
    object: 'dispute',
    amount: charge.amount_captured,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...Object.fromEntries(EVIDENCE_FIELDS.map((name) => [name, null])), enhanced_evidence: {} },
    evidence_details: {
      due_by: answerDueBy(created),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  }
}
