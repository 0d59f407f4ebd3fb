import type { Page } from '@playwright/test'
import type { ReportedSubject } from '#schema/moderation'
import type { PublicReview } from '#schema/review'
import { axe } from './axe'
import { readyForNoSignal, STILL_WAITING } from './connection'
import { endRentals } from './ended-rentals'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { answer, daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'
import { anotherDevice, expectVisitor, pressLogout } from './sessions'

const RENTERS_WORDS = 'Spotless, and packed so that nothing moved. شكراً 🍽️'
const OWNERS_WORDS = 'Everything came back counted.'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const region = (page: Page) => page.getByRole('region', { name: 'Reviews' })

async function write(page: Page, other: string, stars: string, words: string): Promise<void> {
  await region(page).getByRole('button', { name: 'Write a review' }).click()
  await dialog(page, `Review ${other}`).getByRole('radio', { name: stars }).press('Space')
  await dialog(page, `Review ${other}`).getByLabel('In your words').fill(words)
}

const save = (page: Page, other: string) =>
  dialog(page, `Review ${other}`).getByRole('button', { name: 'Save review' }).click()

test('both sides write their review without signal; neither reads the other’s before both have arrived', async ({
  kit,
}) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(409))
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  const offer = await makeOffer(kit, renter, listing, daysAhead(2, 4))
  await answer(kit, owner, offer, 'approved')
  await endRentals(kit, offer.id)
  await kit.api(renter).post('/api/bookings/update-statuses')
  const reviews = () => kit.api(renter).get<PublicReview[]>(`/api/reviews?listing=${listing.id}`)
  const path = `/offers/${offer.id}`

  for (const { page, context } of [renter, owner]) {
    await page.goto(path)
    await expect(region(page).getByRole('button', { name: 'Write a review' })).toBeVisible()
    await readyForNoSignal(page)
    await kit.offline(context, true)
  }

  await test.step('what is typed outlives a restart, and a press without stars says what is missing', async () => {
    const { page } = renter
    await region(page).getByRole('button', { name: 'Write a review' }).click()
    const form = dialog(page, `Review ${owner.name}`)
    await form.getByLabel('In your words').fill(RENTERS_WORDS)
    await form.getByRole('button', { name: 'Save review' }).click()
    await expect(form.getByText('Please choose 1 to 5 stars')).toBeVisible()
    await page.reload()
    await region(page).getByRole('button', { name: 'Write a review' }).click()
    await expect(form.getByLabel('In your words')).toHaveValue(RENTERS_WORDS)
    await form.getByRole('radio', { name: '4 of 5 stars' }).check({ force: true })
    await form.getByRole('checkbox', { name: 'Clean' }).check()
    expect(await axe(page)).toEqual([])
    await save(page, owner.name)
    await expect(region(page).getByText('Waiting to be sent')).toBeVisible()
    await page.reload()
    await expect(region(page).getByText(RENTERS_WORDS)).toBeVisible()
    await expect(region(page).getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
  })

  await test.step('the renter’s arrives, and nobody reads it yet', async () => {
    await kit.offline(renter.context, false)
    await expect(region(renter.page).getByText('Waiting to be sent')).toBeHidden()
    await expect(region(renter.page).getByText(/^Nobody reads your review before/)).toBeVisible()
    expect(await reviews()).toEqual([])
  })

  await test.step('one that the renter has written on two devices stays on both until they choose', async () => {
    const { page, context } = renter
    const laptop = kit.api(await anotherDevice(kit, renter.name))
    const form = dialog(page, `Review ${owner.name}`)
    const change = async (words: string) => {
      await region(page).getByRole('button', { name: 'Change your review' }).click()
      await form.getByLabel('In your words').fill(words)
      await save(page, owner.name)
    }
    await kit.offline(context, true)
    await change('From the phone')
    await laptop.post(`/api/bookings/${offer.id}/review`, { stars: 4, points: ['clean'], content: 'From the laptop' })
    await kit.offline(context, false)
    await expect(region(page).getByText('From the laptop')).toBeVisible()
    await expect(region(page).getByText('From the phone')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await change(RENTERS_WORDS)
    await expect(region(page).getByText('From the laptop')).toBeHidden()
    await expect(region(page).getByText('Waiting to be sent')).toBeHidden()
  })

  await test.step('the owner’s arrives, and both read both', async () => {
    const { page } = owner
    await write(page, renter.name, '5 of 5 stars', OWNERS_WORDS)
    await expect(dialog(page, `Review ${renter.name}`).getByText('What was right')).toBeHidden()
    await save(page, renter.name)
    await kit.offline(owner.context, false)
    await expect(region(page).getByText(RENTERS_WORDS)).toBeVisible()
    await expect(region(renter.page).getByText(OWNERS_WORDS)).toBeVisible()
    await expect(region(page).getByRole('button', { name: 'Change your review' })).toBeHidden()
    expect(await reviews()).toMatchObject([{ stars: 4, points: ['clean'], content: RENTERS_WORDS }])
  })

  await test.step('the owner answers once, for everybody to read', async () => {
    const { page } = owner
    await region(page).getByRole('button', { name: 'Answer' }).click()
    const form = dialog(page, `Answer ${renter.name}`)
    await form.getByLabel('Your answer').fill('Come again!')
    await form.getByRole('button', { name: 'Publish answer' }).click()
    await expect(region(page).getByText('Come again!')).toBeVisible()
    await expect(region(page).getByRole('button', { name: 'Answer' })).toBeHidden()
    await expect.poll(async () => (await reviews()).map(({ answer }) => answer)).toEqual(['Come again!'])
    const visitor = await kit.visitor()
    await visitor.page.goto(`/listings/${listing.id}`)
    await expect(region(visitor.page).getByText('Come again!')).toBeVisible()
    await expect(region(visitor.page).getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
  })

  await test.step('the renter reports the answer; once it is hidden, the owner alone reads it', async () => {
    await expect(region(owner.page).getByRole('button', { name: 'Report this answer' })).toHaveCount(0)
    const { page } = renter
    await region(page).getByRole('button', { name: 'Report this answer' }).click()
    const form = dialog(page, 'Report this answer')
    await form.getByLabel('What is wrong').selectOption('offensive')
    await form.getByRole('button', { name: 'Send report' }).click()
    const operator = kit.api(await kit.newPerson('operator'))
    const queue = () => operator.get<ReportedSubject[]>('/api/operator/reports')
    const isIt = ({ kind, ownerUsername }: ReportedSubject) => kind === 'review_answer' && ownerUsername === owner.name
    await expect.poll(async () => (await queue()).filter(isIt).length).toBe(1)
    const [reported] = (await queue()).filter(isIt)
    const hidden = { kind: 'review_answer', id: reported?.id, hidden: true, note: 'An insult.' }
    await operator.post('/api/operator/hidden', hidden)
    await expect(region(page).getByText('Come again!')).toBeHidden()
    await expect(region(owner.page).getByText('An operator has taken your answer off the public pages.')).toBeVisible()
    await expect(region(owner.page).getByText('Come again!')).toBeVisible()
    expect(await reviews()).toMatchObject([{ stars: 4, answer: null }])
  })

  await test.step('words of an answer that another device was faster with stay in sight until they are thrown away', async () => {
    const { page } = renter
    await region(page).getByRole('button', { name: 'Answer' }).click()
    const form = dialog(page, `Answer ${owner.name}`)
    await form.getByLabel('Your answer').fill('From the phone')
    await form.getByText('Close', { exact: true }).click()
    const ofRenter = await kit.api(renter).get<PublicReview[]>(`/api/reviews?person=${offer.userId}`)
    const laptop = kit.api(await anotherDevice(kit, renter.name))
    await laptop.post(`/api/reviews/${ofRenter[0]?.id}/answer`, { content: 'From the laptop' })
    await expect(region(page).getByText('From the laptop')).toBeVisible()
    await expect(region(page).getByText('From the phone')).toBeVisible()
    await expect(region(page).getByRole('button', { name: 'Copy' })).toBeVisible()
    expect(await axe(page)).toEqual([])
    await region(page).getByRole('button', { name: 'Throw it away' }).click()
    await region(page).getByRole('button', { name: 'Throw it away' }).click()
    await expect(region(page).getByText('From the phone')).toBeHidden()
    await pressLogout(page)
    await expectVisitor(page)
  })
})
