import type { Locator } from '@playwright/test'

/** Types into a field, key by key and faster than any disk, and reloads the page with the last key. */
export async function typeAndReload(field: Locator, text: string): Promise<void> {
  const reloaded = field.page().waitForEvent('load')
  await field.evaluate((element, words) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value') ?? {}
    for (let end = 1; end <= words.length; end++) {
      set?.call(element, words.slice(0, end))
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }
    location.reload()
  }, text)
  await reloaded
}
