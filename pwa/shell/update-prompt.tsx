import { memo } from 'react'
import { PRODUCT_NAME } from '#schema/product'
import { AboveAll } from '../ui/above-all'

/** A new version waits; it takes over at the person's word and never by itself. */
export const UpdatePrompt = memo(function UpdatePrompt({ onApply }: { onApply: () => void }) {
  return (
    <AboveAll className="update-region" label="New version">
      <div className="update-prompt line gap-3 sheet" role="status">
        <p>A new version is ready.</p>
        <button type="button" onClick={onApply}>
          Update now
        </button>
      </div>
    </AboveAll>
  )
})

/** A page of an older build sleeps in another tab and holds what is kept on this device: this one waits for it. */
export const SleepingTab = memo(function SleepingTab() {
  return (
    <AboveAll className="update-region" label="Another tab">
      <div className="update-prompt line gap-3 sheet" role="status">
        <p>{PRODUCT_NAME} is asleep in another tab. Close that tab to go on here.</p>
      </div>
    </AboveAll>
  )
})
