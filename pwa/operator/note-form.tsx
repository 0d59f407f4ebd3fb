import type { OperatorNote } from '#schema/operator'
import { callModeration } from '../moderation/call-moderation'
import { FOUND_WORDS } from './operator-words'
import { ReasonForm } from './reason-form'

interface NoteFormProps extends Pick<OperatorNote, 'kind' | 'id'> {
  onLeft?: () => Promise<void>
}

/** Leaves a note for other operators. Only they read it. */
export function NoteForm({ kind, id, onLeft }: NoteFormProps) {
  return (
    <ReasonForm
      name={`Leave a note about ${FOUND_WORDS[kind].one.toLowerCase()} ${id}`}
      label="Note"
      hint="Operators alone read this."
      button="Leave a note"
      act={async (note) => {
        await callModeration('operatorNote', { body: { kind, id, note } })
        await onLeft?.()
        return { title: 'The note is in the log' }
      }}
    />
  )
}
