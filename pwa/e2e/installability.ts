import type { Page } from '@playwright/test'

/** Why Chromium would not install the page's app, as its error ids; empty when it would. Needs a page of a profile. */
export async function installability(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  const { errors } = await session.send('Page.getAppManifest')
  await session.detach()
  return [...installabilityErrors.map(({ errorId }) => errorId), ...errors.map(({ message }) => message)]
}
