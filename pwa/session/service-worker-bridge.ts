import type { Workbox } from 'workbox-window'
import { isDiskCleared, onDiskChange } from '../disk/disk-version'
import { hasNoNetwork, reachability } from '../sync/reachability'
import { whenAtRest } from '../ui/first-rest'

/** Looks for a new version this often while the app can be seen. */
const UPDATE_CHECK_MS = 3_600_000
/** An app that could not be fetched whole is tried again after this long, then after twice as long each time. */
const RETRY_MS = 10_000

let isWaiting = false
const listeners = new Set<() => void>()

/** True when a new version is installed and waits for the person's word; an earlier one that the server went back to is none. */
export function isUpdateReady(): boolean {
  return isWaiting
}

export function onUpdateReady(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Registers the worker once the page has loaded; the landing page first comes to rest, because there nothing waits for it. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  if (window.location.pathname === '/') whenAtRest(register)
  else if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

async function register(): Promise<void> {
  const registrar = await import('workbox-window').catch(() => null)
  if (!registrar) return void setTimeout(register, RETRY_MS)
  const { Workbox: Registrar } = registrar
  let workbox = await install(Registrar)
  // What breaks while the app is being fetched ends that attempt, and a browser makes no other before the next start.
  const goOn = async (pauseMs: number) => {
    const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
    if (registration?.active) return
    const isUnderWay = registration?.installing ?? registration?.waiting
    if (!isUnderWay && reachability().reachable && !hasNoNetwork()) workbox = await install(Registrar)
    setTimeout(goOn, pauseMs, Math.min(pauseMs * 2, UPDATE_CHECK_MS))
  }
  setTimeout(goOn, RETRY_MS, RETRY_MS)
  const look = async () => {
    if (document.visibilityState !== 'visible') return
    // A browser that has cleared what was kept here has let go of the worker too.
    const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
    if (registration) await workbox.update().catch(() => undefined)
    else workbox = await install(Registrar)
  }
  // An app that stays open for days is looked at again now and then: that is when it may be old.
  document.addEventListener('visibilitychange', look)
  setInterval(look, UPDATE_CHECK_MS)
  onDiskChange(() => isDiskCleared() && look())
}

async function install(Registrar: typeof Workbox): Promise<Workbox> {
  const workbox = import.meta.env.PROD
    ? new Registrar('/service-worker.js', { type: 'classic' })
    : new Registrar('/dev-sw.js?dev-sw', { type: 'module' })
  workbox.addEventListener('waiting', async ({ sw }) => {
    const { isOlderBuild } = await import(/* piece: behind */ './is-older-build')
    if (!sw || (await isOlderBuild(sw))) return
    isWaiting = true
    for (const listener of listeners) listener()
  })
  const registration = await workbox.register().catch(() => undefined)
  // This page was on its way when the worker began, so that it was passed over.
  if (!navigator.serviceWorker.controller) registration?.active?.postMessage({ type: 'TAKE_PAGES' })
  return workbox
}
