import { changeOffer, installOffer } from './install-offer'

/**
 * How the app can be put on this device: `offered` by the browser's own dialog, `by-hand` through the share sheet of an
 * iPhone or iPad, `installed` when it runs as an app already, `unavailable` where the browser has said nothing.
 */
export type InstallState = 'offered' | 'by-hand' | 'installed' | 'unavailable'

export function installState(): InstallState {
  if (installOffer.isAccepted || isStandalone()) return 'installed'
  if (installOffer.event) return 'offered'
  return isAppleTouch() ? 'by-hand' : 'unavailable'
}

export function onInstallState(listener: () => void): () => void {
  installOffer.listeners.add(listener)
  return () => installOffer.listeners.delete(listener)
}

/** Opens the browser's dialog. It can be used once; a dismissed one comes back when the browser offers again. */
export async function install(): Promise<void> {
  const { event } = installOffer
  if (!event) return
  installOffer.event = null
  const { outcome } = await event.prompt()
  changeOffer({ isAccepted: outcome === 'accepted' })
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
