import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { readyForNoSignal } from './connection'
import { loseSession } from './device-storage'
import { answeredWith, expect, test } from './fixtures'
import { DEMO_PASSWORD, fromSomewhere } from './person'

const banner = (page: Page) => page.locator('.session-banner')

test('with an ended session every screen says so, none waits for ever, and a draft comes back', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(answeredWith(401))
  const { page, context, name } = await kit.newcomer()
  await page.goto('/create-made-to-order')
  await readyForNoSignal(page)
  await page.getByLabel('Title').fill('Place cards in ink')
  await expect(page.getByText('Your draft is kept')).toBeVisible()
  await expect.poll(async () => (await kit.api({ context }).get<unknown[]>('/api/user/drafts')).length).toBe(1)

  // The banner speaks of what waits, when something does.
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()

  await loseSession(context)
  for (const path of ['/create-made-to-order', '/create', '/offers', '/outbox']) {
    await page.goto(path)
    await expect(banner(page)).toHaveText(/^Your session has ended/)
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(page.getByText('Opening your drafts')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Synced' })).toHaveCount(0)
  }
  // Public pages go on working.
  await page.goto('/listings')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(banner(page)).toHaveText(/^Your session has ended/)

  await page.goto('/create-made-to-order')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: `Welcome back, ${name}` })).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('link', { name: 'Continue Place cards in ink' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Place cards in ink')
})

test('whoever is to sign in again is not asked to confirm an address at the same time', { tag: '@phone' }, async ({
  kit,
}) => {
  kit.allowErrors(answeredWith(401))
  const { page, context } = await kit.visitor()
  const username = `guest-${randomUUID().slice(0, 8)}`
  const person = { username, password: DEMO_PASSWORD, email: `${username}@example.com` }
  await kit.api({ context }).post('/api/register', person, fromSomewhere())
  await page.goto('/listings')
  const asked = page.getByText('Confirm your email address to list')
  await expect(asked).toBeVisible()
  await readyForNoSignal(page)
  await loseSession(context)
  await page.goto('/listings')
  await expect(banner(page)).toHaveText(/^Your session has ended/)
  await expect(asked).toHaveCount(0)
})
