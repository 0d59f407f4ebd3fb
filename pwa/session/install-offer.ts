import { keepStorage } from '../disk/keep-storage'

/** Chromium's event that carries its install dialog; not in the DOM's own declarations. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's offer to install the app, and whether somebody has accepted it. */
export const installOffer = {
  // The script of a picture in front of the app has heard the offer first.
  event: ((globalThis as { installPrompt?: Event }).installPrompt ?? null) as InstallPromptEvent | null,
  isAccepted: false,
  listeners: new Set<() => void>(),
}

/** Notes what has changed about the offer. */
export function changeOffer(change: Partial<Pick<typeof installOffer, 'event' | 'isAccepted'>>): void {
  Object.assign(installOffer, change)
  for (const listener of installOffer.listeners) listener()
}

// The browser offers once, early, and to whoever listens then: this module is loaded with the first page.
globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  event.preventDefault()
  changeOffer({ event: event as InstallPromptEvent })
})
globalThis.addEventListener?.('appinstalled', () => {
  changeOffer({ event: null, isAccepted: true })
  // A person who installs it means to keep it.
  void keepStorage()
})
