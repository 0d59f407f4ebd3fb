import { expect, type Page } from '@playwright/test'

/** Waits for the notice with these words and puts it away, so that it covers nothing. */
export async function dismiss(page: Page, words: string): Promise<void> {
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices.getByText(words)).toBeVisible()
  await notices.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notices).toBeHidden()
}
