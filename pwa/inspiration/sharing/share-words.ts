import type { ShareOutcome } from '../../ui/share-link'
import { errorNotice, type Notice } from '../../ui/toasts'

const NOTICES: Record<ShareOutcome, Notice | null> = {
  copied: { title: 'Link copied!', description: 'Post link has been copied to clipboard' },
  failed: errorNotice('Failed to copy link to clipboard'),
  unavailable: errorNotice('Clipboard functionality not available'),
  shared: null,
  cancelled: null,
}

/** The words after a press of Share; none where the device has said it itself. */
export function shareNotice(outcome: ShareOutcome): Notice | null {
  return NOTICES[outcome]
}

/** Offers what other apps have shared: '2 things you shared wait to be posted'. */
export function sharedWords(count: number, isSignedIn: boolean): string {
  if (!isSignedIn) return 'What you shared is kept here. Sign in to post it'
  return count === 1 ? 'What you shared waits to be posted' : `${count} things you shared wait to be posted`
}
