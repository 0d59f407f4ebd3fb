import type { Page } from '@playwright/test'
import { answeredWith, expect, test } from './fixtures'
import { openMail } from './mails'
import { DEMO_PASSWORD, fromSomewhere, type Person } from './person'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const NEW_PASSWORD = 'a horse of another colour'

async function signIn(page: Page, { name }: Person, password: string): Promise<void> {
  await field(page, 'Username').fill(name)
  await field(page, 'Password').fill(password)
  await press(page, 'Login')
}

test('who forgot a password gets in again through the mail, and a stranger’s session ends', async ({ kit }) => {
  kit.allowErrors(answeredWith(401), answeredWith(404))
  const person = await kit.newcomer()
  await person.page.goto('/offers')
  await expect(person.page.getByText('You have not made any offers yet.')).toBeVisible()
  const address = `${person.name}@example.com`
  const { page } = await kit.visitor()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await press(page, 'Send the link')
  await expect(page.getByText('Please type your username or email')).toBeVisible()
  await field(page, 'Username or email').fill(address)
  await press(page, 'Send the link')
  await expect(page.getByText(/^If there is such an account, a mail with a link is on its way/)).toBeVisible()

  await openMail(page, address, 'A new password for Trestle')
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  const link = page.url()
  await field(page, 'New password').fill('short')
  await press(page, 'Set the password')
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await field(page, 'New password').fill(NEW_PASSWORD)
  await press(page, 'Set the password')
  await expect(page.getByText(`Sign in as ${person.name}.`)).toBeVisible()

  // The old password's sessions have ended.
  await person.page.reload()
  await expect(person.page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()

  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await signIn(page, person, DEMO_PASSWORD)
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Invalid username or password')
  await signIn(page, person, NEW_PASSWORD)
  await expect(page).toHaveURL('/')

  await page.goto(link)
  await field(page, 'New password').fill('and another one')
  await press(page, 'Set the password')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(field(page, 'Username or email')).toBeVisible()

  await openMail(page, address, 'Your Trestle password was changed')
  await expect(page.getByRole('link', { name: 'It was not me' })).toBeVisible()
})

test('who is signed in changes the password with the old one, and stays signed in', { tag: '@phone' }, async ({
  kit,
}) => {
  kit.allowErrors(answeredWith(422))
  const person = await kit.newcomer()
  const { page } = person
  const elsewhere = await kit.visitor()
  const credentials = { username: person.name, password: DEMO_PASSWORD }
  await kit.api(elsewhere).post('/api/login', credentials, fromSomewhere())
  await page.goto('/.well-known/change-password')
  await expect(page).toHaveURL(/\/settings\?tab=security$/)
  const sessions = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await field(page, 'Current password').fill('not this one')
  await field(page, 'New password').fill(NEW_PASSWORD)
  await press(page, 'Change password')
  await expect(page.getByText('That is not your password')).toBeVisible()
  await expect(field(page, 'New password')).toHaveValue(NEW_PASSWORD)
  await field(page, 'Current password').fill(DEMO_PASSWORD)
  await press(page, 'Change password')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Your password was changed')
  await expect(sessions).toHaveText([/This device/])
  await page.goto('/offers')
  await expect(page.getByText('You have not made any offers yet.')).toBeVisible()
  const other = await kit.visitor()
  await other.page.goto('/login')
  await signIn(other.page, person, NEW_PASSWORD)
  await expect(other.page).toHaveURL('/')
})
