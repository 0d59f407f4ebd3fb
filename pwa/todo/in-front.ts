import { onTopDialog, topDialog } from '../ui/open-dialogs'

/** Is this page in front of a person, and the element not behind a dialog? Another window may have the focus. */
export function isInFront(element: Element): boolean {
  const dialog = topDialog()
  return document.visibilityState === 'visible' && document.hasFocus() && (!dialog || dialog.contains(element))
}

/** Calls back whenever the answer may have changed. @returns a function that ends it */
export function onFrontChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  window.addEventListener('focus', listener)
  const stop = onTopDialog(listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    window.removeEventListener('focus', listener)
    stop()
  }
}
