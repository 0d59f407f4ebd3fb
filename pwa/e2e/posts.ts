import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'

export const POST_PHOTO = join(import.meta.dirname, '../../server/demo/photos/inspo-blush-dessert-table.jpg')

/** Shares a photo under a title, from the feed. It may wait for a connection. */
export async function sharePost(page: Page, title: string): Promise<void> {
  await page.goto('/inspiration')
  await shareHere(page, title)
}

/** The same from the page that is open; `more` fills in the rest of the form. */
export async function shareHere(page: Page, title: string, more?: (form: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: /^Share (New )?Inspiration$/ }).click()
  const form = page.getByRole('dialog', { name: /^Share / })
  await form.getByLabel('Photo', { exact: true }).setInputFiles(POST_PHOTO)
  await expect(form.getByText('Replace photo')).toBeVisible()
  await form.getByLabel('What does the photo show?').fill('A table in blush')
  await form.getByLabel('Title').fill(title)
  await more?.(form)
  await form.getByRole('button', { name: 'Share Inspiration' }).click()
  await expect(page.getByText('Post created!')).toBeVisible()
  await expect(form).toBeHidden()
}
