import { expect, type Page } from '@playwright/test'
import type { Kit } from './fixtures'
import { expectWorker } from './workers'

/** How the service worker asks the browser to try the outbox again later: it must reject. */
export const STILL_WAITING = /Some writes are still waiting/

/** Waits until this device holds what it browses, and until the app can start without a connection. */
export async function readyForNoSignal(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  await expectWorker(page)
  // A badge says Synced as soon as nothing waits, which may be before the first answer of the server is on the disk.
  await expect.poll(() => page.evaluate(hasPulled), { message: 'a first round of the pull' }).toBe(true)
}

async function hasPulled(): Promise<boolean> {
  const settled = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await settled(indexedDB.open(name))
    const isAccount = db.objectStoreNames.contains('chunks')
    const at = isAccount ? await settled(db.transaction('meta').objectStore('meta').get('pulledAt')) : undefined
    db.close()
    if (at) return true
  }
  return false
}

/** No signal: the browser knows that it has no network, and nobody listens at the other end either. */
export async function loseSignal(kit: Kit, page: Page): Promise<void> {
  await kit.proxy.mode({ kind: 'refuse' })
  await kit.offline(page.context(), true)
  await expect(page.getByText(/^Offline, as of/)).toBeVisible()
}

export async function regainSignal(kit: Kit, page: Page): Promise<void> {
  await kit.proxy.mode({ kind: 'pass' })
  await kit.offline(page.context(), false)
}
