import type { DraftState } from '../drafts/use-device-draft'

export const DRAFT_WORDS: Record<DraftState, string> = {
  none: 'What you write is kept on this device as you type.',
  keeping: 'Keeping your draft...',
  kept: 'Your draft is kept on this device.',
  failed: 'There is no room to keep your draft on this device. It is here as long as this page is.',
}
