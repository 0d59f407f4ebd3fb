import { expect, type Page } from '@playwright/test'

/** Waits for the notice with these words and puts it away, unless it has gone by itself meanwhile. */
export async function dismiss(page: Page, words: string): Promise<void> {
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices.getByText(words)).toBeVisible()
  const press = notices.getByRole('button', { name: 'Dismiss' }).click()
  await Promise.race([press.catch(() => undefined), notices.waitFor({ state: 'hidden' })])
  await expect(notices).toBeHidden()
}
