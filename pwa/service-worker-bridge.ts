import type { Workbox } from 'workbox-window'
import { whenAtRest } from './first-rest'

/** Looks for a new version this often while the app can be seen. */
const UPDATE_CHECK_MS = 3_600_000

let waiting: Workbox | null = null
const listeners = new Set<() => void>()

/** True when a new version is installed and waits for the person's word. */
export function isUpdateReady(): boolean {
  return waiting !== null
}

export function onUpdateReady(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lets the new version take over and reloads this page once it has. Never called but by a press. */
export async function applyUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  // Another page may have let it take over already: then only this page's own code is old.
  if (!registration?.waiting) return window.location.reload()
  waiting?.addEventListener('controlling', () => window.location.reload())
  waiting?.messageSkipWaiting()
}

/** Registers the worker once the page has loaded; the landing page first comes to rest, because there nothing waits for it. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  if (window.location.pathname === '/') whenAtRest(register)
  else if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

async function register(): Promise<void> {
  const { Workbox: Registrar } = await import('workbox-window')
  const workbox = import.meta.env.PROD
    ? new Registrar('/service-worker.js', { type: 'classic' })
    : new Registrar('/dev-sw.js?dev-sw', { type: 'module' })
  workbox.addEventListener('waiting', () => {
    waiting = workbox
    for (const listener of listeners) listener()
  })
  // A network that breaks now costs nothing but the wait until the next start.
  await workbox.register().catch(() => undefined)
  const look = () => document.visibilityState === 'visible' && workbox.update().catch(() => undefined)
  // An app that stays open for days is looked at again now and then: that is when it may be old.
  document.addEventListener('visibilitychange', look)
  setInterval(look, UPDATE_CHECK_MS)
}
