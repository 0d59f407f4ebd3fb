import { expect, type Locator, type Page } from '@playwright/test'
import type { Kit } from './fixtures'
import { DEMO_PASSWORD, type DemoAccount, type Person, signIn } from './person'

/** Signs in through the sign-in page, wherever that leads. */
export async function signInAs(page: Page, username: DemoAccount): Promise<void> {
  await page.goto('/auth')
  await fillSignIn(page, username)
}

/** Signs in on the sign-in page that is open already. */
export async function fillSignIn(page: Page, username: DemoAccount): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).not.toHaveURL(/\/auth/)
}

/** Presses Logout in the bar, or in the side menu where the bar has no room for it. */
export async function pressLogout(page: Page): Promise<void> {
  const logout = page.getByRole('button', { name: 'Logout' })
  await openMenuFor(page, logout)
  await logout.click()
}

/** Opens the side menu where there is one. @returns false where the bar has room for `control`, so that there is none. */
export async function openMenuFor(page: Page, control: Locator): Promise<boolean> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  // A page that has just been opened has neither yet.
  await expect(menu.or(control).filter({ visible: true }).first()).toBeVisible()
  const isInMenu = await menu.isVisible()
  if (isInMenu) await menu.click()
  return isInMenu
}

/** The app shows itself as to a visitor. */
export async function expectVisitor(page: Page): Promise<void> {
  const login = page.getByRole('link', { name: 'Login' })
  const isInMenu = await openMenuFor(page, login)
  await expect(login).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  if (isInMenu) await page.getByRole('button', { name: 'Close menu' }).click()
}

/** A second device of the same person. */
export async function anotherDevice(kit: Kit, username: string): Promise<Person> {
  const device = await kit.visitor()
  await signIn(kit.api(device), username)
  return device
}
