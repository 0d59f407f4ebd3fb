import type { RefusedWrite } from './own-thing-writes'
import { refusedWords } from './refused-words'

interface RefusedNoteProps {
  refused: RefusedWrite
  onDrop: () => void
}

/** On one's own thing: why the last write about it was not taken. */
export function RefusedNote({ refused, onDrop }: RefusedNoteProps) {
  return (
    <div className="own-listing__refused breaks fine">
      <p role="alert">{refusedWords(refused)}</p>
      <button type="button" className="is-quiet" onClick={onDrop}>
        {refused.kind.endsWith('.change') ? 'Drop these changes' : 'Understood'}
      </button>
    </div>
  )
}
