import type { Locator, Page } from '@playwright/test'
import type { PostView } from '#schema/inspiration'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { storesWith } from './device-storage'
import { expect, NETWORK_ERRORS, test } from './fixtures'
import { shareHere } from './posts'
import { bubbles, findBooking, openThread, sentTexts, writeMessage } from './threads'
import { expectWorker } from './workers'

const ON_PHONE = { tag: '@phone' }
/** The notice that offers to bring something back goes by itself after ten seconds. */
const UNDO_GONE_MS = 15_000

const rowOf = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Waiting', exact: true }).getByRole('listitem').filter({ hasText: title })

async function discard(row: Locator, question: string): Promise<void> {
  await row.getByRole('button', { name: 'Discard' }).click()
  await row.getByRole('group', { name: question }).getByRole('button', { name: 'Discard' }).click()
}

test(
  'a photo goes with its post: discarded together, brought back together, sent together',
  ON_PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const { page, context, name } = await kit.newcomer()
    const api = kit.api({ context })
    await page.goto('/inspiration')
    await readyForNoSignal(page)
    await loseSignal(kit, page)
    for (const title of ['A wall of ferns', 'An arch of roses', 'A bench of moss']) await shareHere(page, title)
    kit.proxy.forget()

    await page.getByRole('link', { name: 'Offline, 3 waiting' }).click()
    const doomed = rowOf(page, 'A wall of ferns')
    await expect(doomed.getByRole('list', { name: 'Its photo' }).getByRole('img')).toBeVisible()
    await expect(page.getByText('A photo', { exact: true })).toHaveCount(0)

    await discard(doomed, 'Discard this and its photo?')
    await expect(doomed).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(doomed.getByRole('img')).toBeVisible()
    await expect(rowOf(page, 'bench').or(rowOf(page, 'ferns')).first()).toContainText('A wall of ferns')

    await discard(doomed, 'Discard this and its photo?')
    await expect(page.getByRole('link', { name: 'Offline, 2 waiting' })).toBeVisible()
    await expect.poll(() => storesWith(page, 'A wall of ferns')).toEqual([])
    // Other notices wait for their reader; this one goes, and the focus goes back.
    const next = rowOf(page, 'An arch of roses').getByRole('button', { name: 'Discard' })
    await next.focus()
    await page.getByRole('button', { name: 'Undo' }).focus()
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0, { timeout: UNDO_GONE_MS })
    await expect(next).toBeFocused()

    await regainSignal(kit, page)
    await expect(page.getByText('Nothing is waiting')).toBeVisible()
    const own = (await api.get<PostView[]>('/api/inspiration')).filter(({ username }) => username === name)
    const inTurn = own.toSorted((a, b) => a.id - b.id).map(({ title }) => title)
    expect(inTurn, 'in the order in which they were shared').toEqual(['An arch of roses', 'A bench of moss'])
    expect(kit.proxy.delivered('POST', '/api/upload')).toBe(2)
  },
)

test(
  'other words for a message outlive the page, and go into the message box when it arrives under them',
  ON_PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const planner = await kit.newPerson('planner')
    const { page } = planner
    const booking = await findBooking(kit.api(planner), 'pending')
    await openThread(page, booking.id)
    await expectWorker(page)
    await kit.proxy.mode({ kind: 'cut-before' })
    await writeMessage(page, 'We ring at six')
    await expect(bubbles(page, 'We ring at six')).toContainText('Waiting for a connection')
    const edit = page.getByRole('dialog', { name: 'Edit your message' })
    const words = edit.getByLabel('Message', { exact: true })
    const open = () => bubbles(page, 'We ring at six').getByRole('button', { name: 'Edit' }).click()
    await open()
    await words.fill('We ring at seven, at the back')
    await page.reload()
    await open()
    await expect(words).toHaveValue('We ring at seven, at the back')

    await kit.proxy.reset()
    await expect(edit).toBeHidden()
    await expect(page.getByText('Your new words are in the message box.')).toBeVisible()
    const box = page.getByRole('dialog').getByRole('textbox')
    await expect(box).toHaveValue('We ring at seven, at the back')
    await box.press('End')
    await box.pressSequentially(' door')
    await page.reload()
    await expect(box).toHaveValue('We ring at seven, at the back door')
  },
)

test('after a try has failed a message can still be edited, copied and discarded', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const planner = await kit.newPerson('planner')
  const { page } = planner
  const booking = await findBooking(kit.api(planner), 'pending')
  await openThread(page, booking.id)
  await expectWorker(page)
  const [wrong, unwanted, right] = ['See you at sxi', 'Never mind all this', 'See you at six']
  await kit.proxy.mode({ kind: 'cut-before' })
  for (const text of [wrong, unwanted]) await writeMessage(page, text)
  await expect.poll(() => kit.proxy.arrivals('POST', /messages$/).length).toBeGreaterThan(0)
  await expect(bubbles(page, wrong)).toContainText('Waiting for a connection')

  await bubbles(page, wrong).getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit your message' })
  await expect(edit.getByText('It may have arrived already. Then both messages will be there.')).toBeVisible()
  await edit.getByLabel('Message', { exact: true }).fill(right)
  await edit.getByRole('button', { name: 'Save message' }).click()
  await expect(bubbles(page, right)).toBeVisible()
  await expect(bubbles(page, wrong)).toHaveCount(0)

  await expect(bubbles(page, unwanted).getByRole('button', { name: 'Copy text' })).toBeVisible()
  await discard(bubbles(page, unwanted), 'Discard this?')
  await expect(bubbles(page, unwanted)).toHaveCount(0)
  await kit.proxy.reset()
  await expect(bubbles(page, right).getByRole('time')).toBeVisible()
  expect(await sentTexts(kit.api(planner), booking.id, [wrong, unwanted, right])).toEqual([right])
})
