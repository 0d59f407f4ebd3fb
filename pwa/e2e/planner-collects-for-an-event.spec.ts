import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { formatWeekday } from '#schema/date-range'
import type { PostView } from '#schema/inspiration'
import { axe } from './axe'
import { pickDays } from './calendar'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { cachedPaths } from './device-storage'
import { expectFits } from './fits'
import { expect, NETWORK_ERRORS, test } from './fixtures'
import { turnTo } from './focus'
import { hold } from './hold'
import { postItem } from './orders'
import { CARDS, saveCard } from './provider'
import { answer, daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'

const EVENT_DAY = daysAhead(60).startDate

test('a board made in the cellar is on every device, and its posts lead to what is free', { tag: '@phone' }, async ({
  kit,
}) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const { page } = await kit.newPerson('planner')
  const feed = await kit.api({ context: page.context() }).get<PostView[]>('/api/inspiration')
  const post = feed.find(({ links }) => links.some(({ kind }) => kind === 'listing'))
  if (!post) throw new Error('No post of the demo marketplace shows something to rent')
  await page.goto(`/inspiration/${post.id}`)
  await readyForNoSignal(page)

  await loseSignal(kit, page)
  const save = page.getByRole('button', { name: /^Save, / })
  if ((await save.getAttribute('aria-pressed')) === 'false') await save.click()
  await expect(save).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/inspiration?tab=saved')
  await page.getByRole('button', { name: 'New board' }).click()
  const dialog = page.getByRole('dialog', { name: 'New board' })
  await dialog.getByRole('button', { name: 'Make board' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Mara turns thirty')
  await dialog.getByLabel('Day of the event').fill(EVENT_DAY)
  // A page that goes away takes no word along.
  await page.reload()
  await page.getByRole('button', { name: 'New board' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Mara turns thirty')
  await dialog.getByRole('button', { name: 'Make board' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Mara turns thirty' })).toBeVisible()
  await expect(page.getByText('Nothing on this board yet')).toBeVisible()
  await page.getByRole('link', { name: 'All saved' }).click()
  await page.getByRole('button', { name: `Put ${post.title} on a board` }).click()
  const onBoard = page.getByRole('dialog', { name: 'Put on a board' }).getByLabel('Mara turns thirty')
  await onBoard.click()
  await expect(onBoard).toBeChecked()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('link', { name: 'Mara turns thirty' })).toContainText(
    `${formatWeekday(EVENT_DAY)} · 1 post`,
  )
  await regainSignal(kit, page)
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()

  const other = (await kit.newPerson('planner')).page
  await other.goto('/inspiration?tab=saved')
  await other.getByRole('link', { name: 'Mara turns thirty' }).click()
  await other
    .getByRole('region', { name: 'Mara turns thirty' })
    .getByRole('heading', { level: 3, name: post.title })
    .getByRole('link')
    .click()
  const seen = other.getByRole('region', { name: 'Rent what you see' })
  await seen
    .getByRole('group', { name: 'Days of your event' })
    .getByRole('button', { name: 'Pick dates to see what is free' })
    .click()
  await pickDays(seen, daysAhead(60, 61))
  await expect(seen.getByText(/^(Free|Taken) on your days$/).first()).toBeVisible()
})

test('a board becomes a party without signal: what is free, what it costs, what is missing', async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const day = daysAhead(40)
  const owner = await newOwner(kit)
  const plates = await postListing(kit, owner, { price: 2.5, quantity: 30 })
  const tent = await postListing(kit, owner, { price: 80 })
  const rival = await newRenter(kit, 'visa')
  await answer(kit, owner, await makeOffer(kit, rival, tent, day), 'approved')
  const planner = await kit.newPerson('planner')
  await saveCard(kit, planner, CARDS.visa)
  const { page } = planner
  const item = await postItem(kit, owner)
  await page.goto('/listings')
  await readyForNoSignal(page)

  await loseSignal(kit, page)
  const search = page.getByLabel('Search listings')
  await search.fill(plates.title)
  const keep = page.getByRole('button', { name: `Save ${plates.title}` })
  await keep.click()
  const making = page.getByRole('dialog', { name: /board$/ })
  await making.getByRole('button', { name: 'New board' }).or(making.getByLabel('Name')).first().click()
  await making.getByLabel('Name').fill('Barn dance')
  await making.getByLabel('Day of the event').fill(day.startDate)
  await making.getByLabel('Place').fill('The barn in Gowanus')
  await making.getByLabel('Guests').fill('0')
  await making.getByRole('button', { name: 'Make board' }).click()
  await expect(making.getByText('Please give a number of guests from 1 to 10,000')).toBeVisible()
  await making.getByLabel('Guests').fill('40')
  await making.getByRole('button', { name: 'Make board' }).click()
  await expect(keep).toHaveAttribute('aria-pressed', 'true')
  const put = async (title: string) => {
    await page.getByRole('button', { name: `Save ${title}` }).click()
    const onBoard = page.getByRole('dialog', { name: 'Put on a board' })
    await onBoard.getByLabel('Barn dance').click()
    await expect(onBoard.getByLabel('Barn dance')).toBeChecked()
    await onBoard.getByRole('button', { name: 'Close' }).click()
  }
  await search.fill(tent.title)
  await put(tent.title)
  await page.goto(`/made-to-order/${item.id}`)
  await put(item.title)

  await page.goto('/inspiration?tab=saved')
  await page.getByRole('link', { name: /^Barn dance/ }).click()
  const party = page.getByRole('region', { name: 'Barn dance' })
  await expect(party.getByText('The barn in Gowanus · 40 guests')).toBeVisible()
  await expect(party.getByRole('link', { name: 'Rentals free on the day' })).toHaveAttribute(
    'href',
    `/listings?from=${day.startDate}&to=${day.startDate}`,
  )
  const row = (title: string) => party.getByRole('listitem').filter({ hasText: title })
  await expect(row(tent.title)).toContainText('Taken on the day')
  await expect(row(item.title)).toContainText('Ready by the day')
  const pieces = party.getByRole('spinbutton', { name: `Pieces of ${plates.title}` })
  await pieces.fill('40')
  await expect(row(plates.title)).toContainText('Only 30 free on the day')
  await party.getByRole('button', { name: `Take ${tent.title} off the board` }).click()
  await pieces.fill('30')
  await expect(row(plates.title)).toContainText('Free on the day')
  const total = (75 + item.price / 100).toFixed(2)
  await expect(party).toContainText(`$${total} in all`)
  await expect(party).toContainText('Nothing is booked or ordered yet.')
  await expectFits(page, 'a board')
  expect(await axe(page)).toEqual([])
  await party.getByRole('link', { name: plates.title }).click()
  await expect(page.getByText('$75.00').first()).toBeVisible()
  await regainSignal(kit, page)
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()

  const booking = await makeOffer(kit, planner, plates, { ...day, quantity: 30 })
  await page.goBack()
  await expect(row(plates.title)).toContainText('Offer sent')
  await answer(kit, owner, booking, 'approved')
  const other = (await kit.newPerson('planner')).page
  // A device keeps the photos of what is on a board, also of what it never showed.
  await other.goto('/outbox')
  await expect.poll(() => cachedPaths(other)).toContain(item.mainImage.replace('.jpg', '-640.jpg'))
  for (const device of [page, other]) {
    if (device === other) await other.goto(page.url())
    const seen = device.getByRole('region', { name: 'Barn dance' })
    await expect(seen.getByRole('listitem').filter({ hasText: plates.title })).toContainText('Booked')
    await expect(seen).toContainText(`1 of 2 booked, ordered or offered for. Still missing: ${item.title}.`)
    await expect(seen.getByRole('listitem')).toHaveCount(2)
  }
})

test('a new device waits for the boards and likes that its person has elsewhere', { tag: '@phone' }, async ({
  kit,
}) => {
  const planner = await kit.newcomer()
  const api = kit.api(planner)
  const [post] = await api.get<PostView[]>('/api/inspiration')
  if (!post) throw new Error('The demo marketplace has no post')
  await api.post(`/api/inspiration/${post.id}/like`)
  await api.post(`/api/user/boards/${randomUUID()}`, { name: 'Roof party' })
  const { page } = planner
  const letCome = await hold(page, '**/api/sync/pull')
  await page.goto('/inspiration?tab=liked')
  await expect(page.getByLabel('Loading your liked posts')).toBeVisible()
  await expect(page.getByText('You haven')).toBeHidden()
  await page.goto('/listings')
  await page
    .getByRole('button', { name: /^Save / })
    .first()
    .click()
  const picker = page.getByRole('dialog', { name: 'Put on a board' })
  await expect(picker.getByText('Loading your boards')).toBeVisible()
  letCome()
  await expect(picker.getByLabel('Roof party')).toBeVisible()
  await page.goto('/inspiration?tab=liked')
  await expect(page.getByRole('heading', { name: post.title })).toBeVisible()
})

test('two tabs with one new board share what is typed in it, and one of them makes it', { tag: '@phone' }, async ({
  kit,
}) => {
  const { page, context } = await kit.newcomer()
  const tab = await context.newPage()
  const dialog = (one: Page) => one.getByRole('dialog', { name: 'New board' })
  for (const one of [page, tab]) {
    await one.goto('/inspiration?tab=saved')
    await one.getByRole('button', { name: 'New board' }).click()
    await expect(dialog(one).getByLabel('Name')).toBeVisible()
  }
  await turnTo(tab, page)
  await dialog(tab).getByLabel('Name').fill('Garden party')
  await dialog(tab).getByLabel('Place').fill('Prospect Park')
  await expect(dialog(page).getByLabel('Place')).toHaveValue('Prospect Park')
  await dialog(page).getByRole('button', { name: 'Make board' }).click()
  await expect(page.getByRole('heading', { name: 'Garden party' })).toBeVisible()
  await expect(page.getByText('Prospect Park').first()).toBeVisible()
})

test('a day of a board that is typed in part is not dropped', { tag: '@desktop' }, async ({ kit }) => {
  const planner = await kit.newcomer()
  await kit.api(planner).post(`/api/user/boards/${randomUUID()}`, { name: 'Roof party', eventDate: EVENT_DAY })
  const { page } = planner
  await page.goto('/inspiration?tab=saved')
  await page.getByRole('button', { name: 'New board' }).click()
  const dialog = page.getByRole('dialog', { name: 'New board' })
  const day = dialog.getByLabel('Day of the event')
  await dialog.getByLabel('Name').fill('Barn dance')
  await day.pressSequentially('0612')
  await dialog.getByRole('button', { name: 'Make board' }).click()
  await expect(day).toBeFocused()
  await expect(dialog.getByText('Please give day, month and year')).toBeVisible()
  await day.fill('12027-06-12')
  await dialog.getByRole('button', { name: 'Make board' }).click()
  await expect(day).toBeFocused()
  await expect(dialog.getByText('Please check the year')).toBeVisible()
  await day.fill('2027-06-12')
  await dialog.getByRole('button', { name: 'Make board' }).click()
  await expect(page.getByRole('link', { name: 'Barn dance' })).toContainText('Sat, Jun 12')

  await page.getByRole('link', { name: 'Roof party' }).click()
  await page.getByRole('button', { name: 'Edit board' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit board' })
  await expect(editing.getByLabel('Day of the event')).toHaveValue(EVENT_DAY)
  await editing.getByLabel('Day of the event').press('Delete')
  await editing.getByRole('button', { name: 'Save board' }).click()
  await expect(editing.getByLabel('Day of the event')).toBeFocused()
  await expect(editing.getByText('Please give day, month and year')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Roof party' })).toContainText(formatWeekday(EVENT_DAY))
})
