import { type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test'

/** Becoming the one in charge means to download the whole app first; on a busy machine that takes its time. */
const WORKER_LIMIT_MS = 40_000
const RESTS_AFTER_MS = 8_000

/** A worker answers for the page from now on, so that it opens without a connection. */
export async function expectWorker(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), {
      message: 'a worker in charge',
      timeout: WORKER_LIMIT_MS,
    })
    .toBe('activated')
}

/** Lets the browser wake the worker of `origin` as it does when the connection is back. No page of the app is opened. */
export async function sendInBackground(context: BrowserContext, origin: string): Promise<void> {
  await withWorkerOf(context, origin, (session, registrationId) =>
    session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'outbox', lastChance: false }),
  )
}

/** Hands the worker of `origin` what a push service would have delivered. No page of the app is opened. */
export async function deliverPush(context: BrowserContext, origin: string, data: unknown): Promise<void> {
  await withWorkerOf(context, origin, (session, registrationId) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) }),
  )
}

async function withWorkerOf(
  context: BrowserContext,
  origin: string,
  work: (session: CDPSession, registrationId: string) => Promise<unknown>,
): Promise<void> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await work(session, await registered)
  await page.close()
}

/** With every page of the app closed, the worker that waited takes over. */
export async function expectNoneWaiting(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const states = new Map<string, string>()
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, scriptURL, status } of versions)
      if (scriptURL.startsWith(origin)) states.set(versionId, status)
  })
  await session.send('ServiceWorker.enable')
  const known = () => [...states.values()]
  await expect.poll(known, { timeout: WORKER_LIMIT_MS }).toContain('activated')
  await expect.poll(known, { timeout: WORKER_LIMIT_MS }).not.toContain('installed')
  await page.close()
}

/**
 * The page is of this build, after a press that lets it take over. A browser ends an old worker that rests, and then the new one
 * takes over; a worker that is watched, as every one is here, rests for ever and is ended by hand.
 */
export async function expectBuild(page: Page, build: string): Promise<void> {
  const isOfBuild = expect(page.locator('html')).toHaveAttribute('data-build', build, { timeout: WORKER_LIMIT_MS })
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  const isWaiting = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
  const end = setInterval(async () => {
    // A page that is on its way to the new build says nothing.
    if (await isWaiting().catch(() => false)) await session.send('ServiceWorker.stopAllWorkers').catch(() => undefined)
  }, RESTS_AFTER_MS)
  await isOfBuild.finally(() => clearInterval(end))
  await session.detach()
}
