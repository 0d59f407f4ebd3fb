import type { CardEntry } from '../objects/card-object'
import type { FormMembers } from '../parameters'
import { findCardByNumber, passesLuhn } from '../test-cards'

export type CardField = 'number' | 'expiry' | 'cvc' | 'name'
export type CardErrors = Partial<Record<CardField, string>>

export interface CardValues {
  number: string
  expiry: string
  name: string
}

export interface CheckedCard {
  values: CardValues
  errors: CardErrors
  /** Present when nothing is wrong with what was typed. */
  entry?: CardEntry
}

const REAL_CARD =
  'Your card was declined. Only test cards work here; choose one from the list below. Never type a real card number.'

export const EMPTY_CARD: CheckedCard = { values: { number: '', expiry: '', name: '' }, errors: {} }

/** Reads the typed card. `now` in seconds decides whether it has expired. */
export function checkCard(form: FormMembers, now: number): CheckedCard {
  const read = (name: CardField) => String(form.get(name) ?? '').trim()
  const digits = read('number').replace(/[\s-]/g, '')
  const expiry = readExpiry(read('expiry'))
  const card = findCardByNumber(digits)
  const errors: CardErrors = {}
  const wrong = (field: CardField, text: string | undefined) => {
    if (text) errors[field] = text
  }
  wrong('number', numberError(digits, card !== undefined))
  wrong('expiry', expiryError(expiry, now))
  wrong('cvc', cvcError(read('cvc'), card?.brand))
  // A number from outside the table may be someone's real one: it is not written back into the page.
  const values = { number: card ? read('number') : '', expiry: read('expiry'), name: read('name') }
  if (!card || !expiry || Object.keys(errors).length > 0) return { values, errors }
  return { values, errors, entry: { card, expMonth: expiry.month, expYear: expiry.year, name: values.name || null } }
}

function numberError(digits: string, known: boolean): string | undefined {
  if (known) return undefined
  if (!/^\d{12,19}$/.test(digits)) return 'Your card number is incomplete.'
  return passesLuhn(digits) ? REAL_CARD : 'Your card number is invalid.'
}

interface Expiry {
  month: number
  year: number
}

function readExpiry(text: string): Expiry | undefined {
  const found = /^(\d{1,2})\s*[/.-]\s*(?:20)?(\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text)
  const month = Number(found?.[1])
  return found && month >= 1 && month <= 12 ? { month, year: 2000 + Number(found[2]) } : undefined
}

function expiryError(expiry: Expiry | undefined, now: number): string | undefined {
  if (!expiry) return "Your card's expiration date is incomplete."
  const today = new Date(now * 1000)
  const months = (expiry.year - today.getUTCFullYear()) * 12 + expiry.month - (today.getUTCMonth() + 1)
  return months < 0 ? "Your card's expiration date is in the past." : undefined
}

function cvcError(cvc: string, brand: string | undefined): string | undefined {
  const digits = brand === 'amex' ? 4 : 3
  return /^\d+$/.test(cvc) && cvc.length === digits ? undefined : "Your card's security code is incomplete."
}
