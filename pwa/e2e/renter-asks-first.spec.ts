import type { Page } from '@playwright/test'
import type { Booking } from '#schema/booking'
import type { Message } from '#schema/message'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { expectFits } from './fits'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { postItem } from './orders'
import type { Person } from './person'
import { answer, daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'
import { fillSignIn } from './sessions'
import { bubbles, expectSent, messageBox, writeMessage } from './threads'

const askButton = (page: Page) => page.getByRole('button', { name: /^Ask/ })
const thread = (page: Page, title: string) => page.getByRole('main').getByRole('link', { name: title })

/** Opens the inbox by its address, and from there the one thread about `title`: that of the offer, once there is one. */
async function openFromInbox(page: Page, title: string, offer?: Booking): Promise<void> {
  await page.goto('/inbox')
  await expect(thread(page, title)).toHaveCount(1)
  if (offer) await expect(thread(page, title)).toHaveAttribute('href', `/offers/${offer.id}?messages=1`)
  await thread(page, title).click()
  await expect(page.getByRole('log')).toBeVisible()
}

/** What the server has of an offer's own thread. */
async function saidAbout(kit: Kit, side: Person, { id }: Booking): Promise<string[]> {
  const messages = await kit.api(side).get<Message[]>(`/api/bookings/${id}/messages`)
  return messages.map(({ content }) => content)
}

test('a question, asked without a signal, is answered and becomes an offer: one thread, nothing lost', async ({
  kit,
}) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(409))
  const owner = await newOwner(kit)
  const renter = await newRenter(kit, 'visa')
  const listing = await postListing(kit, owner, { title: 'Forty garden chairs' })
  const { page } = renter

  await test.step('the renter asks where there is no signal; the question waits, and stands in the inbox', async () => {
    await page.goto(`/listings/${listing.id}`)
    await readyForNoSignal(page)
    await loseSignal(kit, page)
    await askButton(page).click()
    await writeMessage(page, 'Is there a ramp?')
    expect(await axe(page)).toEqual([])
    await expectFits(page, 'a question')
    await page.goBack()
    await expect(page.getByRole('log')).toBeHidden()
    await openFromInbox(page, listing.title)
    await expect(bubbles(page, 'Is there a ramp?')).toHaveCount(1)
    await regainSignal(kit, page)
    await expectSent(page, ['Is there a ramp?'])
  })

  await test.step('the owner is told, reads it and answers', async () => {
    await owner.page.goto('/inbox')
    await expect(thread(owner.page, listing.title)).toContainText('1 new message')
    await thread(owner.page, listing.title).click()
    await writeMessage(owner.page, 'There is one.')
    await expect(bubbles(page, 'There is one.')).toBeVisible()
    await owner.page.goBack()
    await expect(thread(owner.page, listing.title)).not.toContainText('new message')
  })

  await test.step('words that the renter types on the page of the listing stand in the box that the inbox opens', async () => {
    await page.goto(`/listings/${listing.id}`)
    await askButton(page).click()
    await messageBox(page).fill('Then we')
    await openFromInbox(page, listing.title)
    await expect(page).toHaveURL(/\/inbox\?thread=/)
    await expect(messageBox(page)).toHaveValue('Then we')
  })

  const offer =
    await test.step('there is an offer: words that were typed for the question go on in its thread', async () => {
      await messageBox(page).fill('Then we come at')
      const made = await makeOffer(kit, renter, listing, daysAhead(40))
      await openFromInbox(page, listing.title, made)
      for (const text of ['Is there a ramp?', 'There is one.']) await expect(bubbles(page, text)).toHaveCount(1)
      await expect(messageBox(page)).toHaveValue('Then we come at')
      await writeMessage(page, 'Then we come at nine.')
      await expectSent(page, ['Then we come at nine.'])
      expect(await saidAbout(kit, renter, made)).toEqual(['Then we come at nine.'])
      return made
    })

  await test.step('both sides have the one thread of the offer', async () => {
    await openFromInbox(owner.page, listing.title, offer)
    for (const text of ['Is there a ramp?', 'There is one.', 'Then we come at nine.'])
      await expect(bubbles(owner.page, text)).toHaveCount(1)
    await page.goto(`/listings/${listing.id}`)
    await askButton(page).click()
    await expect(bubbles(page, 'Then we come at nine.')).toHaveCount(1)
  })
})

test('an answer that waits while the offer comes goes to the offer’s thread by itself, once', async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(409))
  const owner = await newOwner(kit)
  const renter = await newRenter(kit, 'visa')
  const listing = await postListing(kit, owner, { title: 'A tent for sixty' })
  await kit.api(renter).post('/api/questions', { listingId: listing.id, content: 'Does it stand on gravel?' })
  await openFromInbox(owner.page, listing.title)
  await readyForNoSignal(owner.page)
  await loseSignal(kit, owner.page)
  await writeMessage(owner.page, 'It does, with weights.')
  await kit.proxy.mode({ kind: 'pass' })
  const offer = await makeOffer(kit, renter, listing, daysAhead(50))
  await regainSignal(kit, owner.page)
  await expect.poll(() => saidAbout(kit, renter, offer)).toEqual(['It does, with weights.'])
  await openFromInbox(owner.page, listing.title, offer)
  await expectSent(owner.page, ['Does it stand on gravel?', 'It does, with weights.'])
})

test('a question that becomes an offer while it is open stays in the offer’s thread when that is declined under the typing', async ({
  kit,
}) => {
  const owner = await newOwner(kit)
  const renter = await newRenter(kit, 'visa')
  const listing = await postListing(kit, owner)
  const { page } = renter
  await page.goto(`/listings/${listing.id}`)
  await askButton(page).click()
  await expect(messageBox(page)).toBeVisible()
  const offer = await makeOffer(kit, renter, listing, daysAhead(60))
  const say = (content: string) => kit.api(owner).post(`/api/bookings/${offer.id}/messages`, { content })
  await say('I look at my calendar.')
  await expect(bubbles(page, 'I look at my calendar.')).toBeVisible()
  await messageBox(page).fill('Then we come')
  await answer(kit, owner, offer, 'declined')
  await say('It is taken that day.')
  await expect(bubbles(page, 'It is taken that day.')).toBeVisible()
  await expect(messageBox(page)).toBeFocused()
  await page.keyboard.type(' a week later.')
  await page.keyboard.press('Enter')
  await expectSent(page, ['Then we come a week later.'])
  expect(await saidAbout(kit, renter, offer)).toContain('Then we come a week later.')
})

test('a visitor who asks about an item signs in first, and is back at the question', async ({ kit }) => {
  const owner = await newOwner(kit)
  const item = await postItem(kit, owner)
  const { page } = await kit.visitor()
  await page.goto(`/made-to-order/${item.id}`)
  await page.getByRole('link', { name: /^Ask/ }).click()
  await fillSignIn(page, 'planner')
  await writeMessage(page, 'Could the ink be plum?')
  await expectSent(page, ['Could the ink be plum?'])
  await owner.page.goto(`/made-to-order/${item.id}`)
  await expect(owner.page.getByRole('heading', { level: 1, name: item.title })).toBeVisible()
  await expect(askButton(owner.page)).toBeHidden()
  await openFromInbox(owner.page, item.title)
  await expect(bubbles(owner.page, 'Could the ink be plum?')).toHaveCount(1)
})
