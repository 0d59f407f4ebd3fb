import type { Locator } from '@playwright/test'

/**
 * Types into a field, key by key, and reloads the page with the last key, while the disk is too busy to take anything: as
 * on a phone that does ten things at once.
 */
export async function typeAndReload(field: Locator, text: string): Promise<void> {
  const reloaded = field.page().waitForEvent('load')
  const typed = field.evaluate(async (element, words) => {
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      if (!db.objectStoreNames.contains('drafts')) continue
      const drafts = db.transaction('drafts', 'readwrite').objectStore('drafts')
      const goOn = () => {
        drafts.count().onsuccess = goOn
      }
      goOn()
    }
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value') ?? {}
    for (let end = 1; end <= words.length; end++) {
      set?.call(element, words.slice(0, end))
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }
    location.reload()
  }, text)
  // The page may be gone before it can answer; one that never reloads is noticed by who waits for it.
  await Promise.all([reloaded, typed.catch(() => undefined)])
}
