import type { PostView } from '#schema/inspiration'
import { pickDays } from './calendar'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { expect, NETWORK_ERRORS, test } from './fixtures'
import { daysAhead } from './rentals'

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
  await dialog.getByLabel('Day of the event').fill('2027-05-01')
  await dialog.getByRole('button', { name: 'Make board' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Mara turns thirty' })).toBeVisible()
  await expect(page.getByText('Nothing on this board yet')).toBeVisible()
  await page.getByRole('link', { name: 'All saved' }).click()
  await page.getByRole('button', { name: `Put ${post.title} on a board` }).click()
  const onBoard = page.getByRole('dialog', { name: 'Put on a board' }).getByLabel('Mara turns thirty')
  await onBoard.click()
  await expect(onBoard).toBeChecked()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('link', { name: 'Mara turns thirty' })).toContainText('Sat, May 1 · 1 post')
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
