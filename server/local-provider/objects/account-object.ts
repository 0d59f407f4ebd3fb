import { newId } from '../ids'
import type { Metadata } from '../metadata'
import type { JsonObject, Stored } from '../wire'
import { embeddedList } from '../wire'

export type CapabilityStatus = 'active' | 'inactive' | 'pending'

export interface Account extends Stored {
  object: 'account'
  capabilities: { [name: string]: CapabilityStatus }
  charges_enabled: boolean
  country: string
  details_submitted: boolean
  email: string | null
  metadata: Metadata
  payouts_enabled: boolean
  requirements: Requirements
  type: 'express' | 'standard' | 'none'
}

export interface Requirements extends JsonObject {
  currently_due: string[]
  eventually_due: string[]
  past_due: string[]
  disabled_reason: string | null
}

export interface AccountInput {
  capabilities: string[]
  country: string
  dashboard: 'express' | 'full' | 'none'
  email?: string | null
  feePayer: string
  lossPayer: string
  metadata: Metadata
  requirementCollection: string
}

/** Details that a person has to fill in before money can be sent to them. */
const ONBOARDING_FIELDS = [
  'business_profile.url',
  'external_account',
  'individual.dob',
  'individual.first_name',
  'individual.last_name',
  'individual.ssn_last_4',
  'tos_acceptance.date',
  'tos_acceptance.ip',
]

export function requirements(due: string[], disabledReason: string | null): Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: [...due],
    disabled_reason: disabledReason,
    errors: [],
    eventually_due: [...due],
    past_due: disabledReason ? [...due] : [],
    pending_verification: [],
  }
}

export function newAccount(input: AccountInput, created: number): Account {
  const id = newId('acct_')
  return {
    id,
    object: 'account',
    business_profile: EMPTY_PROFILE,
    business_type: null,
    capabilities: Object.fromEntries(input.capabilities.map((name) => [name, 'inactive' as const])),
    charges_enabled: false,
    controller: {
      fees: { payer: input.feePayer },
      is_controller: true,
      losses: { payments: input.lossPayer },
      requirement_collection: input.requirementCollection,
      stripe_dashboard: { type: input.dashboard },
      type: 'application',
    },
    country: input.country,
    created,
    default_currency: 'usd',
    details_submitted: false,
    email: input.email ?? null,
    external_accounts: embeddedList(`/v1/accounts/${id}/external_accounts`, []),
    future_requirements: { ...requirements([], null) },
    metadata: input.metadata,
    payouts_enabled: false,
    requirements: requirements(ONBOARDING_FIELDS, 'requirements.past_due'),
    settings: SETTINGS,
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: input.dashboard === 'full' ? 'standard' : input.dashboard,
  }
}

const EMPTY_PROFILE = {
  annual_revenue: null,
  estimated_worker_count: null,
  mcc: null,
  minority_owned_business_designation: null,
  name: null,
  product_description: null,
  specified_commercial_transactions_act_url: null,
  support_address: null,
  support_email: null,
  support_phone: null,
  support_url: null,
  url: null,
}

const SETTINGS = {
  bacs_debit_payments: { display_name: null, service_user_number: null },
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_issuing: { tos_acceptance: { date: null, ip: null } },
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: false },
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: 'Etc/UTC' },
  invoices: { default_account_tax_ids: null, hosted_payment_method_save: null },
  payments: {
    statement_descriptor: null,
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  payouts: {
    debit_negative_balances: true,
    schedule: { delay_days: 2, interval: 'daily' },
    statement_descriptor: null,
  },
  sepa_debit_payments: {},
}
