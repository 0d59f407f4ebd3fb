import { type BrowserContext, expect, type Page, type Worker } from '@playwright/test'
import type { PushNotice } from '#schema/push-notice'
import type { TestBrowser } from '../../server/test-support/push-service'
import { deliverPush } from './workers'

/** A notification that is shown on a device. */
export interface Shown {
  title: string
  body: string
}

/**
 * Lets a browser without a push service of its own subscribe at ours: its half of the subscription is replaced before any page
 * loads, everything else is the browser's. Numbers on the app's icon are noted, because a browser without windows has no icons.
 */
export async function givePushService(context: BrowserContext, { subscription }: TestBrowser): Promise<void> {
  await context.grantPermissions(['notifications'])
  await context.addInitScript((json) => {
    const KEY = 'story-push-key'
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer
    const held = () => {
      const key = localStorage.getItem(KEY)
      if (key === null) return null
      const unsubscribe = async () => {
        localStorage.removeItem(KEY)
        return true
      }
      return { ...json, options: { applicationServerKey: bytesOf(key) }, toJSON: () => json, unsubscribe }
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => held(),
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        localStorage.setItem(KEY, applicationServerKey)
        return held()
      },
    })
    Object.assign(navigator, {
      setAppBadge: async (count: number) => localStorage.setItem('story-badge', String(count)),
      clearAppBadge: async () => localStorage.setItem('story-badge', '0'),
    })
  }, subscription)
}

/** The number on the app's icon as the pages of this browser have set it last. */
export const iconNumber = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('story-badge'))

/** The app's worker, running or started by what has just happened. */
export async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers().at(-1) ?? context.waitForEvent('serviceworker')
}

/**
 * Delivers a push to somebody who is signed in, and waits until the worker has done all of it: a browser that is asked what stands on
 * its screen while it is putting something there may drop that. @returns the number on the app's icon, which is set last
 */
export async function takePush(
  context: BrowserContext,
  origin: string,
  notice: PushNotice,
): Promise<number | undefined> {
  const worker = await workerOf(context)
  await worker.evaluate(() => {
    const noted = globalThis as { storyIcon?: number }
    delete noted.storyIcon
    const note = async (count = 0) => {
      noted.storyIcon = count
    }
    Object.assign(navigator, { setAppBadge: note, clearAppBadge: () => note(0) })
  })
  const number = () => worker.evaluate(() => (globalThis as { storyIcon?: number }).storyIcon)
  await deliverPush(context, origin, notice)
  await expect.poll(number, { message: 'the push is dealt with' }).toBeDefined()
  return number()
}

/** A browser names a notification no more before the screen has let go of it; there is nothing to ask for that. */
const TAKES_OFF_MS = 2_000

/** Puts every notification away without pressing it. A browser takes its time over that, and a new one in the same place would go too. */
export async function putAway(context: BrowserContext): Promise<void> {
  await (await workerOf(context)).evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    for (const notification of await registration.getNotifications()) notification.close()
  })
  await expect.poll(() => shownNotifications(context)).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, TAKES_OFF_MS))
}

/** Leaves the app, and waits until the worker knows that nobody looks at a page any more. */
export async function leaveApp(page: Page): Promise<void> {
  await page.goto('about:blank')
  const worker = await workerOf(page.context())
  const pages = () =>
    worker.evaluate(async () => {
      const { clients } = globalThis as unknown as {
        clients: { matchAll(of: object): Promise<{ visibilityState: string }[]> }
      }
      return (await clients.matchAll({ type: 'window' })).map(({ visibilityState }) => visibilityState)
    })
  await expect.poll(pages).not.toContain('visible')
}

/** The notifications on the device's screen, oldest first. */
export async function shownNotifications(context: BrowserContext): Promise<Shown[]> {
  return (await workerOf(context)).evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
  })
}

/**
 * Presses the only notification. A browser lets a real press alone open windows, so that what the worker asks for is noted
 * instead. @returns the paths of the windows that it wanted to open
 */
export async function pressNotification(context: BrowserContext): Promise<string[]> {
  return (await workerOf(context)).evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow(path: string): Promise<null> }
      dispatchEvent(event: Event): boolean
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event
    }
    const opened: string[] = []
    scope.clients.openWindow = async (path) => {
      opened.push(path)
      return null
    }
    const [notification, ...more] = await scope.registration.getNotifications()
    if (!notification || more.length > 0) throw new Error('There is not one notification')
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
    // The worker looks up who is signed in and which pages are open before it acts.
    for (let looks = 0; looks < 100 && opened.length === 0; looks++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    return opened
  })
}
