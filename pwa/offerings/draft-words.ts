/** Where a draft stands: nothing typed, on its way to the disk, on it, or too much for it. */
export type DraftState = 'none' | 'keeping' | 'kept' | 'failed'

export const DRAFT_WORDS: Record<DraftState, string> = {
  none: 'What you write is kept on this device as you type.',
  keeping: 'Keeping your draft...',
  kept: 'Your draft is kept on this device.',
  failed: 'There is no room to keep your draft on this device. It is here as long as this page is.',
}
