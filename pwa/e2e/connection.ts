import { expect, type Page } from '@playwright/test'
import { hasPulled } from './device-storage'
import type { Kit } from './fixtures'
import { expectWorker } from './workers'

/** How the service worker asks the browser to try the outbox again later: it must reject. */
export const STILL_WAITING = /Some writes are still waiting/

/** Waits until this device holds what it browses, and until the app can start without a connection. */
export async function readyForNoSignal(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  await expectWorker(page)
  // A badge says Synced as soon as nothing waits, which may be before the first answer of the server is on the disk.
  await expect.poll(() => hasPulled(page), { message: 'a first round of the pull' }).toBe(true)
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
