import type { DraftState } from '../drafts/use-device-draft'
import { errorNotice, type Notice } from '../ui/toasts'

export const DRAFT_WORDS: Record<DraftState, string> = {
  none: 'What you write is kept on this device as you type.',
  keeping: 'Keeping your draft...',
  kept: 'Your draft is kept on this device.',
  failed: 'There is no room to keep your draft on this device. It is here as long as this page is.',
}

export const MAY_HAVE_ARRIVED: Notice = {
  title: 'It may have arrived already',
  description: 'It can be changed as soon as the server has answered.',
}

/** Said when somebody publishes before they have chosen. */
export const CHOOSE_VERSIONS_FIRST = errorNotice(
  'Please choose first',
  'Another device changed the same words. Both are under their field.',
)
