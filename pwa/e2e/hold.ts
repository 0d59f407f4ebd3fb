import type { Page, Route } from '@playwright/test'

/** Holds back the requests that match, until the returned function is called. */
export function hold(page: Page, pattern: string): Promise<() => void> {
  return holdUntil(page, pattern, async (route, isLetGo) => {
    await isLetGo
    await route.continue()
  })
}

/** The same with answers: the server has been asked by then. */
export function holdAnswers(page: Page, pattern: string): Promise<() => void> {
  return holdUntil(page, pattern, async (route, isLetGo) => {
    const response = await route.fetch()
    await isLetGo
    await route.fulfill({ response })
  })
}

async function holdUntil(
  page: Page,
  pattern: string,
  work: (route: Route, isLetGo: Promise<void>) => Promise<void>,
): Promise<() => void> {
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(pattern, (route) => work(route, isLetGo))
  return letGo
}
