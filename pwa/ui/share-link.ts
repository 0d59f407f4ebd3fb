import { type CopyOutcome, copyText } from './copy-text'

/** `shared` and `cancelled` happened in the device's own sheet and need no further words. */
export type ShareOutcome = CopyOutcome | 'shared' | 'cancelled'

/** Shares a page by the device's own sheet where there is one, else by its link on the clipboard. */
export async function shareLink(page: { title: string; url: string }): Promise<ShareOutcome> {
  if (!navigator.share) return copyText(page.url)
  try {
    await navigator.share(page)
    return 'shared'
  } catch (error) {
    // The sheet was closed. Any other failure leaves the clipboard to try.
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : copyText(page.url)
  }
}
