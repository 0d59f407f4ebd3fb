import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import type { Booking } from '#schema/booking'
import { addDays, type DateRange, type Day, formatFarDay, todayIn } from '#schema/date-range'
import type { Listing, NewListing } from '#schema/listing'
import type { Message } from '#schema/message'
import type { CurrentUser } from '#schema/user'
import type { Kit } from './fixtures'
import type { Person } from './person'
import { CARDS, confirmHold, finishOnboarding, saveCard, savedCards } from './provider'

/** The time zone of the stories' listings. */
export const ZONE = 'America/New_York'
export const ADDRESS = { street: '412 5th Street', city: 'Brooklyn', state: 'NY', zipCode: '11215' }

/** Days counted from today where the listings are, both included. */
export function daysAhead(first: number, last = first): DateRange {
  const today = todayIn(ZONE, new Date())
  return { startDate: addDays(today, first), endDate: addDays(today, last) }
}

/** A day as the app names it where it may be years ahead. */
export const farDay = (day: Day): string => formatFarDay(day, todayIn(ZONE, new Date()))

/** Somebody new who may rent things out: with an address and a finished payout account. */
export async function newOwner(kit: Kit): Promise<Person> {
  const owner = await kit.newcomer()
  await becomeOwner(kit, owner)
  return owner
}

/** Gives somebody what they need to rent things out. */
export async function becomeOwner(kit: Kit, owner: Person, address: Partial<typeof ADDRESS> = {}): Promise<void> {
  const api = kit.api(owner)
  await api.post('/api/user/address', { ...ADDRESS, ...address })
  const back = { successUrl: `${kit.origin}/create`, cancelUrl: `${kit.origin}/create` }
  await finishOnboarding((await api.post<{ url: string }>('/api/stripe/setup-seller', back)).url)
  await api.get('/api/stripe/connect-status')
}

/** Somebody new with saved cards. */
export async function newRenter(kit: Kit, ...cards: (keyof typeof CARDS)[]): Promise<Person> {
  const renter = await kit.newcomer()
  for (const card of cards) await saveCard(kit, renter, CARDS[card])
  return renter
}

/** A rental of `owner`, of which there is one unless said otherwise, under a title that no other has. */
export async function postListing(kit: Kit, owner: Person, overrides: Partial<NewListing> = {}): Promise<Listing> {
  const api = kit.api(owner)
  const [photographed] = await api.get<Listing[]>('/api/listings')
  return api.post<Listing>('/api/listings', {
    title: `Copper lanterns ${randomUUID().slice(0, 8)}`,
    description: 'Twelve hammered lanterns with hooks and candles.',
    price: 24.5,
    category: 'lighting',
    images: [],
    mainImage: photographed?.mainImage,
    quantity: 1,
    ...overrides,
  })
}

/** An offer of `renter` with its hold in place, paid by their first card. */
export async function makeOffer(
  kit: Kit,
  renter: Person,
  { id: listingId }: Pick<Listing, 'id'>,
  terms: DateRange & { note?: string; quantity?: number },
): Promise<Booking> {
  const [paymentMethodId] = await savedCards(kit, renter)
  const { booking, clientSecret } = await startOffer(kit, renter, { listingId, ...terms, paymentMethodId })
  await confirmHold(kit, clientSecret)
  await kit.api(renter).post('/api/bookings/update-statuses')
  return booking
}

/** An offer whose hold is not confirmed: nobody but its renter can see it. */
export function startOffer(
  kit: Kit,
  renter: Person,
  offer: DateRange & { listingId: number; paymentMethodId: string | undefined },
): Promise<{ booking: Booking; clientSecret: string }> {
  return kit.api(renter).post('/api/bookings', offer)
}

/** The owner's answer, from elsewhere. */
export function answer(kit: Kit, owner: Person, { id }: Pick<Booking, 'id'>, status: 'approved' | 'declined') {
  return kit.api(owner).post<Booking>(`/api/bookings/${id}/status`, { status })
}

/** A person's offers for a listing, as the server has them. */
export async function offersFor(kit: Kit, renter: Person, listing: Pick<Listing, 'id'>): Promise<Booking[]> {
  const api = kit.api(renter)
  const { id } = await api.get<CurrentUser>('/api/user')
  return (await api.get<Booking[]>(`/api/users/${id}/bookings`)).filter(({ listingId }) => listingId === listing.id)
}

/** The one offer of a person for a listing. @throws Error when there are none or several */
export async function onlyOffer(kit: Kit, renter: Person, listing: Pick<Listing, 'id'>): Promise<Booking> {
  const offers = await offersFor(kit, renter, listing)
  if (offers.length !== 1 || !offers[0]) throw new Error(`There are ${offers.length} offers, not one`)
  return offers[0]
}

/** The messages of both sides of an offer, as the server has them. */
export function messagesOf(kit: Kit, side: Person, { id }: Pick<Booking, 'id'>): Promise<Message[]> {
  return kit.api(side).get(`/api/bookings/${id}/messages`)
}

/** The owner's yes on an offer's card, once what it does has been read. */
export async function pressApprove(card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  await card
    .page()
    .getByRole('dialog')
    .getByRole('button', { name: /^Yes, take/ })
    .click()
}

/** The owner's no, which leaves the device ten seconds later. */
export async function pressDecline(card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Decline', exact: true }).click()
  await card.page().getByRole('dialog').getByRole('button', { name: 'Yes, decline' }).click()
}
