import type { Page } from '@playwright/test'

/** Holds back the requests that match, until the returned function is called. */
export async function hold(page: Page, pattern: string): Promise<() => void> {
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(pattern, async (route) => {
    await isLetGo
    await route.continue()
  })
  return letGo
}
