import { expect, type Page } from '@playwright/test'
import type { PaymentMethod } from '#schema/payment'
import type { Kit } from './fixtures'
import type { Person } from './person'
import { PROVIDER_KEY } from './server-process'

/** The test cards that stories pay with; each shows its last four digits. */
export const CARDS = {
  visa: { token: 'pm_card_visa', number: '4242 4242 4242 4242', name: 'Visa ending in 4242' },
  mastercard: { token: 'pm_card_mastercard', number: '5555 5555 5555 4444', name: 'Mastercard ending in 4444' },
  /** Can be saved; every payment with it is declined. */
  declines: { token: 'pm_card_chargeCustomerFail', number: '4000 0000 0000 0341', name: 'Visa ending in 0341' },
  /** The bank asks its holder every time. */
  asks: { token: 'pm_card_authenticationRequired', number: '4000 0027 6000 3184', name: 'Visa ending in 3184' },
} as const

export type Card = (typeof CARDS)[keyof typeof CARDS]

/** A payment as the provider knows it. Amounts in cents. */
export interface ProviderIntent {
  id: string
  status: string
  amount: number
  amount_received: number
  metadata: Record<string, string>
}

/** One call to the built-in provider, as a program of the platform makes it. @throws Error for answers outside 2xx */
async function provider<T>(kit: Kit, path: string, form?: Record<string, string>): Promise<T> {
  const response = await fetch(`${kit.origin}/_pay/v1${path}`, {
    headers: { authorization: `Bearer ${PROVIDER_KEY}` },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
  if (!response.ok) throw new Error(`The provider answered ${path} with ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Gives a person a saved card without the redirect to the provider's page; answers its id. */
export async function saveCard(kit: Kit, person: Person, card: Card): Promise<string> {
  const back = { successUrl: `${kit.origin}/`, cancelUrl: `${kit.origin}/` }
  const { url } = await kit.api(person).post<{ url: string }>('/api/stripe/setup-customer', back)
  const session = new URL(url).pathname.split('/').at(-1) ?? ''
  const { customer } = await provider<{ customer: string }>(kit, `/checkout/sessions/${session}`)
  return (await provider<{ id: string }>(kit, `/payment_methods/${card.token}/attach`, { customer })).id
}

/** The ids of a person's saved cards. */
export async function savedCards(kit: Kit, person: Person): Promise<string[]> {
  const { paymentMethods } = await kit
    .api(person)
    .get<{ paymentMethods: PaymentMethod[] }>('/api/stripe/payment-methods')
  return paymentMethods.map(({ id }) => id)
}

/** Confirms a hold as the renter's browser would, the bank's own step included. */
export async function confirmHold(kit: Kit, clientSecret: string): Promise<void> {
  const [id] = clientSecret.split('_secret_')
  const { status } = await provider<ProviderIntent>(kit, `/payment_intents/${id}/confirm`, {})
  const end =
    status === 'requires_action'
      ? await provider<ProviderIntent>(kit, `/payment_intents/${id}/authenticate`, { outcome: 'complete' })
      : { status }
  expect(end.status).toBe('requires_capture')
}

/** Every payment that the provider has ever begun for a booking, read one by one. */
export async function paymentsOf(kit: Kit, bookingId: number): Promise<ProviderIntent[]> {
  const { data } = await provider<{ data: ProviderIntent[] }>(kit, '/payment_intents?limit=100')
  const own = data.filter(({ metadata }) => metadata.booking_id === String(bookingId))
  return Promise.all(own.map(({ id }) => provider<ProviderIntent>(kit, `/payment_intents/${id}`)))
}

/** Lets the hold of an offer lapse at the bank, as it does by itself on the seventh day; the provider tells the server. */
export async function lapseHold(kit: Kit, bookingId: number): Promise<void> {
  for (const { id } of await paymentsOf(kit, bookingId))
    await provider(kit, `/payment_intents/${id}/cancel`, { cancellation_reason: 'abandoned' })
}

/** Finishes the form of a hosted page for payouts, as its owner would. */
export async function finishOnboarding(link: string): Promise<void> {
  await fetch(link, { redirect: 'manual' })
  await fetch(link, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ action: 'finish' }) })
}

/** Types a card into the provider's own page and sends it; the browser comes back by itself. */
export async function typeCard(page: Page, card: Card): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Save a card' })).toBeVisible()
  await page.getByLabel('Card number').fill(card.number)
  await page.getByLabel('Expiry date').fill('12 / 39')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Save card' }).click()
}
