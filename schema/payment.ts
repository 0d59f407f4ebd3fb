import * as z from 'zod/mini'

/** A saved card as listed; `exp_month` and `exp_year` as the provider names them. */
export const PaymentMethod = z.object({
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
  isDefault: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** A calendar of one's bookings for other programs; null while there is none. Everybody who knows the address can read it. */
export const CalendarFeed = z.object({ url: z.nullable(z.string()) })

export const PaymentMethods = z.object({ paymentMethods: z.array(PaymentMethod) })

const returnAddress = z.string().check(z.minLength(1), z.maxLength(2000))
/** The address to which the browser comes back; only addresses of our own origin are accepted. */
export const ReturnAddresses = z.object({ successUrl: returnAddress, cancelUrl: returnAddress })
export const Redirect = z.object({ url: z.string() })
/** `hasStarted`: a payout account exists at the provider, finished or not. */
export const ConnectStatus = z.object({ hasCompletedOnboarding: z.boolean(), hasStarted: z.boolean() })

/**
 * Why earnings do not reach their person's bank: the provider wants something of them before it takes or pays out more, or
 * the bank did not take the last payout. `amount` is cents, `code` the provider's word for why.
 */
export const PayoutTrouble = z.object({
  isRestricted: z.boolean(),
  failedPayout: z.nullable(z.object({ amount: z.int(), at: z.string(), code: z.nullable(z.string()) })),
})
export type PayoutTrouble = z.infer<typeof PayoutTrouble>

/** A payment that its payer's bank asks back: undecided, decided for us, or for the payer. */
export const DisputeState = z.enum(['open', 'won', 'lost'])
export type DisputeState = z.infer<typeof DisputeState>

/**
 * The later course of a sale's money, after it was taken. `released`: the payee's part is theirs; `netted`: so much of
 * it settled what they owed; `sent` and `taken_back` are about their payout account, those of `damage` about a claim.
 */
export const MoneyEvent = z.enum([
  'refunded',
  'refund_returned',
  'refund_settled',
  'asked_back',
  'given_back',
  'kept_by_bank',
  'damage',
  'damage_refunded',
  'damage_refund_returned',
  'damage_asked_back',
  'damage_given_back',
  'damage_kept_by_bank',
  'damage_sent',
  'released',
  'netted',
  'sent',
  'taken_back',
])
export type MoneyEvent = z.infer<typeof MoneyEvent>

/** `amount` is cents, never negative. */
export const MoneyMoment = z.object({ at: z.string(), what: MoneyEvent, amount: z.int() })
export type MoneyMoment = z.infer<typeof MoneyMoment>

/** How the browser confirms payments: with the built-in local provider, or with Stripe's own script. */
export const PaymentConfig = z.object({ mode: z.enum(['local', 'stripe']), publishableKey: z.string() })
export type PaymentConfig = z.infer<typeof PaymentConfig>

/** 'Visa ending in 4242'. */
export function cardName(card: PaymentMethod['card']): string {
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  return `${brand} ending in ${card.last4}`
}
