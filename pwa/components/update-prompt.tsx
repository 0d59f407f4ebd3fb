/** A new version waits; it takes over at the person's word and never by itself. */
export function UpdatePrompt({ onApply }: { onApply: () => void }) {
  return (
    <aside className="update-prompt" role="status">
      <p>A new version is ready.</p>
      <button type="button" onClick={onApply}>
        Update now
      </button>
    </aside>
  )
}
