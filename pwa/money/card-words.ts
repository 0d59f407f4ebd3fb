import type { PaymentMethod } from '#schema/payment'

type Card = PaymentMethod['card']

/** A card is good until the end of the month that it names. */
export function isExpired({ exp_month, exp_year }: Card, now: Date): boolean {
  return now.getTime() >= new Date(exp_year, exp_month, 1).getTime()
}

/** 'Expires 04/28', as cards print it, or 'Expired 04/28'. */
export function expiryWords(card: Card, now: Date): string {
  const month = String(card.exp_month).padStart(2, '0')
  const year = String(card.exp_year % 100).padStart(2, '0')
  return `${isExpired(card, now) ? 'Expired' : 'Expires'} ${month}/${year}`
}
