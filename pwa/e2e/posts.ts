import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

const PHOTO = join(import.meta.dirname, '../../server/demo/photos/inspo-blush-dessert-table.jpg')

/** Shares a photo under a title. It may wait for a connection. */
export async function sharePost(page: Page, title: string): Promise<void> {
  await page.goto('/inspiration')
  await page.getByRole('button', { name: 'Share Inspiration' }).click()
  const form = page.getByRole('dialog', { name: 'Share Your Party Inspiration' })
  await form.getByLabel('Photo', { exact: true }).setInputFiles(PHOTO)
  await expect(form.getByText('Replace photo')).toBeVisible()
  await form.getByLabel('What does the photo show?').fill('A table in blush')
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'Share Inspiration' }).click()
  await expect(page.getByText('Post created!')).toBeVisible()
}
