import { newId, sha256 } from '../ids'
import type { TestCard } from '../test-cards'
import type { JsonObject, Stored } from '../wire'

/** A saved or ready-made card: brand, last four digits and expiry. The number itself is kept nowhere. */
export interface PaymentMethod extends Stored {
  object: 'payment_method'
  customer: string | null
  billing_details: BillingDetails
  card: CardFace
  provider_state: {
    /** The behaviour, named by its ready-made payment method. */
    card: string
    /** The holder agreed with the bank to payments while away. */
    set_up: boolean
    /** Detached, or used up without a customer: may not be used again. */
    spent: boolean
  }
}

export interface CardFace extends JsonObject {
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  fingerprint: string
  funding: string
}

export interface BillingDetails extends JsonObject {
  name: string | null
  email: string | null
}

export interface CardEntry {
  card: TestCard
  expMonth: number
  expYear: number
  name?: string | null
  email?: string | null
}

/** A card that belongs to nobody yet. */
export function newPaymentMethod(entry: CardEntry, created: number): PaymentMethod {
  return {
    id: newId('pm_'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: newBillingDetails(entry.name ?? null, entry.email ?? null),
    card: newCardFace(entry),
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
    provider_state: { card: entry.card.token, set_up: false, spent: false },
  }
}

function newBillingDetails(name: string | null, email: string | null): BillingDetails {
  return {
    address: { city: null, country: 'US', line1: null, line2: null, postal_code: null, state: null },
    email,
    name,
    phone: null,
    tax_id: null,
  }
}

function newCardFace({ card, expMonth, expYear }: CardEntry): CardFace {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month: expMonth,
    exp_year: expYear,
    fingerprint: sha256(card.token).slice(0, 16),
    funding: card.funding,
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}
