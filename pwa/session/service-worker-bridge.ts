import { whenAtRest } from '../ui/first-rest'

/** Code that could not be fetched is tried again after this long. */
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
  const registrar = await import(/* piece: behind */ './register-worker').catch(() => null)
  if (!registrar) return void setTimeout(register, RETRY_MS)
  await registrar.registerWorker(() => {
    isWaiting = true
    for (const listener of listeners) listener()
  })
}
