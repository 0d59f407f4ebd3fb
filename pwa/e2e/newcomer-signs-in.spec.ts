import type { Locator, Page } from '@playwright/test'
import { SESSION_HINT_COOKIE } from '#schema/product'
import { loseSignal, regainSignal } from './connection'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { DEMO_PASSWORD } from './person'
import { expectVisitor, pressLogout } from './sessions'
import { expectWorker } from './workers'

type Box = { x: number; y: number; width: number; height: number }

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const OWN_SCREENS = [
  ['/offers', 'Your offers are'],
  ['/purchases', 'Your purchases are'],
  ['/inbox', 'Your messages are'],
  ['/manage-made-to-order?tab=orders', 'Your orders are'],
  ['/manage-made-to-order', 'Your items are'],
  ['/listings/1/edit', 'This listing is'],
  ['/inspiration?tab=liked', 'Your liked posts are'],
  ['/inspiration?tab=saved', 'Your saved posts are'],
  ['/settings?tab=availability', 'Your blocked dates are'],
] as const
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()

test(
  'a newcomer registers, is told what is missing, and comes back with the same name',
  { tag: '@phone' },
  async ({ kit }, { project }) => {
    kit.allowErrors(answeredWith(401), answeredWith(409))
    const { page } = await kit.visitor()
    const name = `newcomer-${Date.now()}`
    await page.goto('/login')
    await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true')
    // The panel beside the card has no room on a phone.
    await expect(page.getByRole('heading', { name: 'Set the table with what your neighbors have' })).toBeVisible({
      visible: project.name === 'desktop',
    })
    await page.getByRole('tab', { name: 'Register' }).click()
    await field(page, 'Password').fill('12345')
    await press(page, 'Register')
    for (const words of ['Username is required', 'Password must be at least 6 characters', 'Email is required'])
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(field(page, 'Username')).toBeFocused()

    await field(page, 'Username').fill('planner')
    await field(page, 'Password').fill('123456')
    await expect(page.getByText(/^Many people use this password/)).toBeVisible()
    await field(page, 'Email').fill('nobody')
    await press(page, 'Register')
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await field(page, 'Email').fill(`${name}@example.com`)
    await press(page, 'Register')
    const toasts = page.getByRole('region', { name: 'Notifications' })
    await expect(toasts).toContainText('Registration failed')
    await expect(toasts).toContainText('Username already exists')
    await expect(field(page, 'Password')).toHaveValue('123456')

    await field(page, 'Username').fill(name)
    await field(page, 'Password').fill(DEMO_PASSWORD)
    await press(page, 'Register')
    await expect(page).toHaveURL('/')
    // One notice at a time: the new one has taken the place of the failure.
    await expect(toasts.getByRole('status')).toHaveText(new RegExp(`Signed in as ${name}`))
    await expect(toasts.getByRole('alert')).toHaveCount(0)
    await page.goto('/auth')
    await expect(page).toHaveURL('/')

    await pressLogout(page)
    await expect(page).toHaveURL('/')
    await expectVisitor(page)
    await page.goto('/offers')
    await expect(page).toHaveURL(/\/auth\?next=%2Foffers/)
    await field(page, 'Username').fill(name)
    await field(page, 'Password').fill('not-this-one')
    await press(page, 'Login')
    await expect(toasts).toContainText('Login failed')
    await expect(toasts).toContainText('Invalid username or password')
    await field(page, 'Password').fill(DEMO_PASSWORD)
    await expectWorker(page)
    kit.allowErrors(NETWORK_ERRORS)
    await kit.proxy.mode({ kind: 'blackhole' }, { path: '/api/sync/pull' })
    await press(page, 'Login')
    await expect(page).toHaveURL('/offers')
    await expect(page.getByLabel('Loading offers')).toBeVisible()
    await loseSignal(kit, page)
    for (const [path, what] of OWN_SCREENS) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: `${what} not on this device yet` })).toBeVisible()
    }
    await expect(page.getByText('No blocked dates')).toBeHidden()
    await kit.proxy.reset()
    await regainSignal(kit, page)
    await page.goto('/offers')
    await expect(page.getByText('You have not made any offers yet.')).toBeVisible()
  },
)

test('the demo accounts are named where one signs in', { tag: '@phone' }, async ({ kit }) => {
  const { page } = await kit.visitor()
  await page.goto('/auth?next=%2F%2Felsewhere.example%2F')
  for (const name of ['host', 'planner', 'maker', 'operator'])
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  await page.getByRole('button', { name: /^maker/ }).click()
  await expect(field(page, 'Username')).toHaveValue('maker')
  await press(page, 'Login')
  // An address that leads elsewhere is not gone to.
  await expect(page).toHaveURL('/')
})

test('a person whose browser kept only the session is not sent to sign in', { tag: '@phone' }, async ({ kit }) => {
  const { page } = await kit.newPerson('planner')
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await kit.proxy.mode({ kind: 'delay', ms: 3_000 }, { path: '/api/user' })
  await page.goto('/offers')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(visited).not.toContain('/auth')

  kit.allowErrors(answeredWith(401))
  const stranger = await kit.visitor()
  await stranger.context.addCookies([{ name: SESSION_HINT_COOKIE, value: '1', url: kit.origin }])
  await stranger.page.goto('/offers')
  await expect(stranger.page).toHaveURL(/\/auth\?next=%2Foffers/)
})

/** Do two boxes share any pixel? */
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('a notice goes by itself, waits for its reader, and never lies over the button of a form', async ({ kit }) => {
  kit.allowErrors(answeredWith(401))
  const { page } = await kit.visitor()
  await page.clock.install()
  await page.goto('/auth')
  const notice = page.getByRole('region', { name: 'Notifications' })
  const expectBeside = async (button: Locator) => {
    await expect(async () => {
      const [box, of] = await Promise.all([notice.locator('.toast').boundingBox(), button.boundingBox()])
      expect(box && of && overlap(box, of)).toBe(false)
    }).toPass()
  }
  const login = page.getByRole('button', { name: 'Login', exact: true }).last()
  await field(page, 'Username').fill('nobody-at-all')
  await field(page, 'Password').fill('not-this-one')
  await login.click()
  await expect(notice).toContainText('Login failed')
  await notice.locator('.toast').dispatchEvent('pointerover')
  for (const block of ['end', 'start', 'center'] as const) {
    await login.evaluate((button, where) => button.scrollIntoView({ block: where }), block)
    await expectBeside(login)
  }
  // A person who reads it has stopped the clock.
  await page.clock.fastForward(60_000)
  await expect(notice).toContainText('Login failed')
  await notice.locator('.toast').dispatchEvent('pointerout')
  await page.clock.fastForward(6_500)
  await expect(notice).toContainText('Login failed')
  await page.clock.fastForward(12_000)
  await expect(notice).toBeHidden()
})
