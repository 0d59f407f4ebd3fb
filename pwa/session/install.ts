import { keepStorage } from '../disk/keep-storage'

/** Chromium's event that carries its install dialog; not in the DOM's own declarations. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/**
 * How the app can be put on this device: `offered` by the browser's own dialog, `by-hand` through the share sheet of an
 * iPhone or iPad, `installed` when it runs as an app already, `unavailable` where the browser has said nothing.
 */
export type InstallState = 'offered' | 'by-hand' | 'installed' | 'unavailable'

let offer: InstallPromptEvent | null = null
let accepted = false
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

// The browser offers once, early, and to whoever listens then: this module is loaded with the first page.
globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer = event as InstallPromptEvent
  changed()
})
globalThis.addEventListener?.('appinstalled', () => {
  offer = null
  accepted = true
  changed()
  // Whoever installs it means to keep it.
  void keepStorage()
})

export function installState(): InstallState {
  if (accepted || isStandalone()) return 'installed'
  if (offer) return 'offered'
  return isAppleTouch() ? 'by-hand' : 'unavailable'
}

export function onInstallState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the browser's dialog. It can be used once; a dismissed one comes back when the browser offers again. */
export async function install(): Promise<void> {
  const current = offer
  if (!current) return
  offer = null
  const { outcome } = await current.prompt()
  accepted = outcome === 'accepted'
  changed()
}

function isStandalone(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    (navigator as Navigator & { standalone?: boolean }).standalone === true
  )
}

/** An iPad calls itself a Mac, but no Mac has a touch screen. */
function isAppleTouch(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}
