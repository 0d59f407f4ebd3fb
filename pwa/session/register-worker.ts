import { Workbox } from 'workbox-window'
import { isDiskCleared, onDiskChange } from '../disk/disk-version'
import { hasNoNetwork, reachability } from '../sync/reachability'
import { isOlderBuild } from './is-older-build'

/** Looks for a new version this often while the app can be seen. */
const UPDATE_CHECK_MS = 3_600_000
/** An app that could not be fetched whole is tried again after this long, then after twice as long each time. */
const RETRY_MS = 10_000

/**
 * Registers the worker, and looks for newer ones from then on. In a file of its own, because no first screen needs it.
 * @param onWaiting called when a newer version is installed and waits
 */
export async function registerWorker(onWaiting: () => void): Promise<void> {
  await install(onWaiting)
  // A failure while the app is being fetched ends that attempt, and a browser makes no other before the next start.
  const goOn = async (pauseMs: number) => {
    const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
    if (registration?.active) return
    const isUnderWay = registration?.installing ?? registration?.waiting
    if (!isUnderWay && reachability().reachable && !hasNoNetwork()) await install(onWaiting)
    setTimeout(goOn, pauseMs, Math.min(pauseMs * 2, UPDATE_CHECK_MS))
  }
  setTimeout(goOn, RETRY_MS, RETRY_MS)
  const look = async () => {
    if (document.visibilityState !== 'visible') return
    // A browser that has cleared what was kept here has let go of the worker too.
    const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
    if (registration) await registration.update().catch(() => undefined)
    else await install(onWaiting)
  }
  // An app that stays open for days is looked at again now and then: that is when it may be old.
  document.addEventListener('visibilitychange', look)
  setInterval(look, UPDATE_CHECK_MS)
  onDiskChange(() => isDiskCleared() && look())
}

async function install(onWaiting: () => void): Promise<void> {
  const workbox = import.meta.env.PROD
    ? new Workbox('/service-worker.js', { type: 'classic' })
    : new Workbox('/dev-sw.js?dev-sw', { type: 'module' })
  const registration = await workbox.register().catch(() => undefined)
  if (!registration) return
  // This page was on its way when the worker began, so that it was passed over.
  if (!navigator.serviceWorker.controller) registration.active?.postMessage({ type: 'TAKE_PAGES' })
  follow(registration, onWaiting)
}

/**
 * Says of every newer version that waits, however many have come before: one may have been older, or may not have arrived whole. The
 * library's own events end with the first of them.
 */
function follow(registration: ServiceWorkerRegistration, onWaiting: () => void): void {
  const tell = async (worker: ServiceWorker) => {
    if (worker.state !== 'installed' || !registration.active || (await isOlderBuild(worker))) return
    if (registration.waiting === worker) onWaiting()
  }
  const watch = () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => tell(installing))
  }
  if (registration.waiting) tell(registration.waiting)
  watch()
  registration.addEventListener('updatefound', watch)
}
