import { expect, type Page } from '@playwright/test'

/**
 * The newest mail of this subject to an address, as the server that sends none shows it.
 * @param count so many have been asked for: the newest may come a moment later
 */
export async function openMail(page: Page, address: string, subject: string, count = 1): Promise<void> {
  await expect(async () => {
    await page.goto('/mail')
    // An address may end like another one.
    const line = page
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`(^|[^-])${address}`) })
      .filter({ hasText: subject })
    await expect(line.nth(count - 1)).toBeVisible({ timeout: 1_000 })
    await line.first().getByRole('link').click({ timeout: 1_000 })
  }).toPass()
}
