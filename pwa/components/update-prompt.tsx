import { memo } from 'react'
import { AboveAll } from './above-all'

/** A new version waits; it takes over at the person's word and never by itself. */
export const UpdatePrompt = memo(function UpdatePrompt({ onApply }: { onApply: () => void }) {
  return (
    <AboveAll className="update-region" label="New version">
      <div className="update-prompt" role="status">
        <p>A new version is ready.</p>
        <button type="button" onClick={onApply}>
          Update now
        </button>
      </div>
    </AboveAll>
  )
})
