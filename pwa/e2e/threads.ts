import { expect, type Locator, type Page } from '@playwright/test'
import type { Booking, BookingStatus } from '#schema/booking'
import type { Message } from '#schema/message'
import type { CurrentUser } from '#schema/user'
import type { FaultProxy } from './faults'
import type { Api } from './person'

/** Requests that carry a message. */
export const MESSAGES_PATH = /^\/api\/bookings\/\d+\/messages$/

/** A booking that this person made, of a given status. */
export async function findBooking(api: Api, status: BookingStatus): Promise<Booking> {
  const found = (await bookingsOf(api)).find((booking) => booking.status === status)
  if (!found) throw new Error(`This person has made no ${status} offer`)
  return found
}

/** A booking between this person and `owner`. */
export async function findBookingWith(api: Api, owner: Api): Promise<Booking> {
  const { id } = await owner.get<CurrentUser>('/api/user')
  const found = (await bookingsOf(api)).find((booking) => booking.ownerId === id)
  if (!found) throw new Error(`This person has made no offer to user ${id}`)
  return found
}

/** A pending offer that this person made to somebody else than these. */
export async function findBookingApartFrom(api: Api, usernames: readonly string[]): Promise<Booking> {
  const isWanted = ({ status, ownerUsername }: Booking) => status === 'pending' && !usernames.includes(ownerUsername)
  const found = (await bookingsOf(api)).find(isWanted)
  if (!found) throw new Error(`This person has made no offer apart from ${usernames.join(', ')}`)
  return found
}

/** This person's offers and bookings as a renter. */
export async function bookingsOf(api: Api): Promise<Booking[]> {
  const { id } = await api.get<CurrentUser>('/api/user')
  return api.get<Booking[]>(`/api/users/${id}/bookings`)
}

/** The server's messages of a thread, oldest first: of the given texts only, so that other stories' words do not count. */
export async function sentTexts(api: Api, bookingId: number, among: readonly string[]): Promise<string[]> {
  const messages = await api.get<Message[]>(`/api/bookings/${bookingId}/messages`)
  return messages.map(({ content }) => content).filter((content) => among.includes(content))
}

/** Opens a booking's thread by its address. */
export async function openThread(page: Page, bookingId: number): Promise<void> {
  await page.goto(`/offers?thread=${bookingId}`)
  await expect(page.getByRole('log')).toBeVisible()
}

/** The field for a message in the open thread. */
export const messageBox = (page: Page): Locator => page.getByRole('textbox', { name: /^Message to/ })

/** Types a message into the open thread, sends it with Enter and sees it stand there: from then on it is kept. */
export async function writeMessage(page: Page, text: string): Promise<void> {
  const box = messageBox(page)
  await box.fill(text)
  await box.press('Enter')
  await expect(box).toHaveValue('')
  await expect(bubbles(page, text)).toBeVisible()
}

/** How many messages the server has been asked to take: a message that is offered again comes under the same key. */
export const messagesOffered = (proxy: FaultProxy): number =>
  new Set(proxy.arrivals('POST', MESSAGES_PATH).map(({ idempotencyKey }) => idempotencyKey)).size

/** The messages of the open thread that hold `text`. */
export const bubbles = (page: Page, text: string): Locator =>
  page.getByRole('log').locator('.message').filter({ hasText: text })

/** Each text stands in the open thread once, as a message that the server has. */
export async function expectSent(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await expect(bubbles(page, text)).toHaveCount(1)
    await expect(bubbles(page, text).getByRole('time')).toBeVisible()
  }
}
