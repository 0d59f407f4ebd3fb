import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Listing } from '#schema/listing'
import type { ReportedSubject } from '#schema/moderation'
import { axe } from './axe'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { hold } from './hold'
import { openMail } from './mails'
import { postItem } from './orders'
import { confirmAddress, DEMO_PASSWORD, fromSomewhere } from './person'
import { sharePost } from './posts'
import { daysAhead, newOwner, postListing } from './rentals'
import { expectVisitor, pressLogout } from './sessions'
import { expectWorker } from './workers'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

test('a post and a report of a newcomer wait for the confirmed address, and then go out by themselves', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(answeredWith(403), answeredWith(404))
  const { page, context } = await kit.visitor()
  const name = `guest-${randomUUID().slice(0, 8)}`
  const address = `${name}@example.com`
  await kit
    .api({ context })
    .post('/api/register', { username: name, password: DEMO_PASSWORD, email: address }, fromSomewhere())
  const title = `Candles of ${name}`
  await sharePost(page, title)
  const operator = kit.api(await kit.newPerson('operator'))
  const reporters = async () =>
    (await operator.get<ReportedSubject[]>('/api/operator/reports')).flatMap(({ reports }) =>
      reports.map(({ reporterUsername }) => reporterUsername),
    )
  const [listing] = await kit.api({ context }).get<Listing[]>('/api/listings')
  await page.goto(`/listings/${listing?.id}`)
  await press(page, 'Report')
  const dialog = page.getByRole('dialog', { name: 'Report this listing' })
  await dialog.getByLabel('What is wrong').selectOption('scam')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('It goes out automatically once your email address is confirmed.')).toBeVisible()
  const banner = page
    .getByRole('status')
    .filter({ hasText: 'Confirm your email address to list, offer, buy, post, write and report' })
  await expect(banner).toContainText(address)
  await page.goto('/outbox')
  await expect(page.getByText('Waiting until your email address is confirmed')).toHaveCount(2)
  expect(await reporters()).not.toContain(name)
  expect(await axe(page)).toEqual([])
  const again = banner.getByRole('button', { name: 'Send the link again' })
  await expectWorker(page)
  kit.allowErrors(NETWORK_ERRORS)
  await kit.offline(context, true)
  await expect(again).toHaveAccessibleDescription('Sending it needs a connection.')
  await kit.offline(context, false)
  await again.click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('The link is on its way')

  await openMail(page, address, 'Confirm your email address for Trestle', 2)
  await page.getByRole('link', { name: 'Confirm this address' }).click()
  await press(page, 'Confirm')
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect
    .poll(async () =>
      (await kit.api({ context }).get<{ title: string }[]>('/api/inspiration')).map((post) => post.title),
    )
    .toContain(title)
  await expect.poll(reporters).toContain(name)

  kit.allowErrors(answeredWith(404))
  await openMail(page, address, 'Confirm your email address for Trestle')
  await page.getByRole('link', { name: 'Confirm this address' }).click()
  await press(page, 'Confirm')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(page.getByText(`${address}, is confirmed.`)).toBeVisible()
})

test('a newcomer on the way to an offer hears beside the press that the address is to be confirmed', {
  tag: '@phone',
}, async ({ kit }) => {
  const listing = await postListing(kit, await newOwner(kit))
  const item = await postItem(kit, await newOwner(kit))
  const { page, context } = await kit.visitor()
  const api = kit.api({ context })
  const name = `guest-${randomUUID().slice(0, 8)}`
  const email = `${name}@example.com`
  await api.post('/api/register', { username: name, password: DEMO_PASSWORD, email }, fromSomewhere())
  await page.goto(`/made-to-order/${item.id}`)
  await expect(page.getByRole('main').getByText('Confirm your email address first')).toContainText(email)

  const { startDate: from, endDate: to } = daysAhead(3, 4)
  await page.goto(`/listings/${listing.id}?from=${from}&to=${to}`)
  const form = page.getByRole('region', { name: 'Book Dates' })
  await form.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(form.getByText('Confirm your email address first')).toContainText(email)
  await expect(form.getByRole('button', { name: 'Send the link again' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await confirmAddress(api, email)
  await expect(form.getByText('Confirm your email address first')).toHaveCount(0)
  await expect(form.getByRole('button', { name: 'Submit Offer' })).toBeVisible()
})

test('who hears of a stranger’s device by mail ends its session, and takes a changed address back', async ({ kit }) => {
  kit.allowErrors(answeredWith(401), answeredWith(404), answeredWith(422))
  const person = await kit.newcomer()
  const { page, name } = person
  const address = `${name}@example.com`
  const stranger = await kit.visitor()
  await stranger.page.goto('/login')
  await field(stranger.page, 'Username').fill(name)
  await field(stranger.page, 'Password').fill(DEMO_PASSWORD)
  await press(stranger.page, 'Login')
  await expect(stranger.page).toHaveURL('/')

  await openMail(page, address, 'A new device signed in to Trestle')
  await page.getByRole('link', { name: 'See your devices' }).click()
  const sessions = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1)
  const other = sessions.filter({ hasNotText: 'This device' })
  await other.getByRole('button', { name: 'Sign out' }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(sessions).toHaveCount(1)
  await expect(page.getByText('Signed in with the password')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await stranger.page.goto('/offers')
  await expect(stranger.page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()

  const next = `new-${address}`
  await field(page, 'New email address').fill(next)
  await field(page, 'Your password').fill(DEMO_PASSWORD)
  await press(page, 'Change address')
  await expect(page.getByText(`A mail with a link is on its way to ${next}.`)).toBeVisible()
  await openMail(page, next, 'Your new email address for Trestle')
  await page.getByRole('link', { name: 'Confirm this address' }).click()
  await press(page, 'Confirm')
  await expect(page.getByRole('heading', { name: 'Your email address is changed' })).toBeVisible()
  await openMail(page, address, 'Your Trestle email address was changed')
  await page.getByRole('link', { name: 'Undo the change' }).click()
  await press(page, 'Undo the change')
  await expect(page.getByRole('heading', { name: 'The change is undone' })).toBeVisible()
  await page.goto('/help')
  const forgotten = page.getByRole('group').filter({ hasText: 'I forgot my password' })
  await forgotten.getByText('I forgot my password').click()
  await forgotten.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  await expect(page.getByText(`Mails go to ${address}.`)).toBeVisible()
})

test('a passkey is added, named, and signs in on a device without a username', async ({ kit }) => {
  const { page, name, context } = await kit.newcomer()
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // Passkeys belong to a name, and 127.0.0.1 is none.
  const site = kit.origin.replace('127.0.0.1', 'localhost')
  await page.goto(`${site}/login?next=${encodeURIComponent('/settings?tab=security')}`)
  await field(page, 'Username').fill(name)
  await field(page, 'Password').fill(DEMO_PASSWORD)
  await press(page, 'Login')
  await press(page, 'Add a passkey')
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Please name the passkey')).toBeVisible()
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Rename My phone' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename this passkey' })
  await rename.getByLabel('Name').fill('My blue phone')
  await rename.getByRole('button', { name: 'Rename' }).click()
  const passkey = page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')
  await expect(passkey).toContainText('My blue phone')
  await expect(passkey).toContainText('not used yet')
  expect(await axe(page)).toEqual([])

  await pressLogout(page)
  await expectVisitor(page)
  await page.goto(`${site}/login?next=${encodeURIComponent('/settings?tab=security')}`)
  await press(page, 'Sign in with a passkey')
  await expect(page.getByText('Signed in with a passkey')).toBeVisible()
  await expect(passkey).toContainText('Last used')
  // The passkey stands for the password.
  await page.getByLabel('New email address').fill('by-passkey@example.com')
  await press(page, 'Confirm with a passkey')
  await expect(page.getByText('A mail with a link is on its way to by-passkey@example.com.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove My blue phone' }).click()
  const remove = page.getByRole('dialog', { name: 'Remove this passkey?' })
  await remove.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD)
  await remove.getByRole('button', { name: 'Remove' }).click()
  await expect(passkey).toHaveCount(0)
})

test('codes whose answer was lost are said to be on, and an answer after the form was closed is shown', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page } = await kit.newcomer()
  await page.goto('/settings?tab=security')
  const dialog = page.getByRole('dialog', { name: 'Turn codes on' })
  const fillIn = async () => {
    await press(page, 'Turn codes on')
    await dialog.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await dialog.getByLabel('Code', { exact: true }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  }
  await fillIn()
  await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path: /^\/api\/user\/codes$/, times: 1 })
  await dialog.getByRole('button', { name: 'Turn codes on' }).click()
  await expect(page.getByText('Your recovery codes did not arrive here.')).toBeVisible()
  await expect(page.getByText('Recovery codes left: 10 of 10.')).toBeVisible()
  await press(page, 'Turn codes off')
  const off = page.getByRole('dialog', { name: 'Turn codes off?' })
  await off.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD)
  await off.getByRole('button', { name: 'Turn codes off' }).click()

  await fillIn()
  const letGo = await hold(page, '**/api/user/codes')
  await dialog.getByRole('button', { name: 'Turn codes on' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  letGo()
  const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  expect(await axe(page)).toEqual([])
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('Recovery codes left: 10 of 10.')).toBeVisible()
})

test('codes of an app are turned on, asked for at the sign-in, and a recovery code takes their place', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(answeredWith(401))
  const { page, name } = await kit.newcomer()
  await page.goto('/settings?tab=security')
  await press(page, 'Turn codes on')
  const dialog = page.getByRole('dialog', { name: 'Turn codes on' })
  await dialog.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'The secret for the app, as a QR code' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel('Code', { exact: true }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await dialog.getByRole('button', { name: 'Turn codes on' }).click()
  const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const recovery = await kept.getByRole('listitem').first().innerText()
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('Recovery codes left: 10 of 10.')).toBeVisible()

  await pressLogout(page)
  await expectVisitor(page)
  await page.goto(`/login?next=${encodeURIComponent('/settings?tab=security')}`)
  await field(page, 'Username').fill(name)
  await field(page, 'Password').fill(DEMO_PASSWORD)
  await press(page, 'Login')
  await field(page, 'Code').fill('not this one')
  await press(page, 'Login')
  await expect(page.getByText('That code is wrong, or it was used before.').first()).toBeVisible()
  await field(page, 'Code').fill(recovery)
  await press(page, 'Login')
  await expect(page.getByText('Recovery codes left: 9 of 10.')).toBeVisible()
  await expect(page.getByText('Signed in with the password and a recovery code')).toBeVisible()
})
