import type { Page } from '@playwright/test'

/** As when a person turns to another window, or back to this one: a browser under test says that every page has the focus. */
async function setFocus(page: Page, isHere: boolean): Promise<void> {
  await page.evaluate((has) => {
    Object.defineProperty(document, 'hasFocus', { value: () => has, configurable: true })
    window.dispatchEvent(new Event(has ? 'focus' : 'blur'))
  }, isHere)
}

/** Turns from one window to another one of the same person. */
export async function turnTo(page: Page, from: Page): Promise<void> {
  await setFocus(from, false)
  await setFocus(page, true)
}
