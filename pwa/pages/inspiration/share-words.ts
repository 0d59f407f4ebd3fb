import type { ShareOutcome } from '../../actions/share-link'
import type { Notice } from '../../notifications/toasts'

const NOTICES: Record<ShareOutcome, Notice | null> = {
  copied: { title: 'Link copied!', description: 'Post link has been copied to clipboard' },
  failed: { variant: 'destructive', title: 'Failed to copy link to clipboard' },
  unavailable: { variant: 'destructive', title: 'Clipboard functionality not available' },
  shared: null,
  cancelled: null,
}

/** What to say after a press of Share; nothing where the device has said it itself. */
export function shareNotice(outcome: ShareOutcome): Notice | null {
  return NOTICES[outcome]
}
