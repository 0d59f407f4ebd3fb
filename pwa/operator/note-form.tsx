import type { OperatorNote } from '#schema/operator'
import { callModeration } from '../moderation/call-moderation'
import { FOUND_WORDS } from './operator-words'
import { ReasonForm } from './reason-form'

interface NoteFormProps extends Pick<OperatorNote, 'kind' | 'id'> {
  again?: () => Promise<void>
}

/** Leaves a note for other operators. Only they read it. */
export function NoteForm({ kind, id, again }: NoteFormProps) {
  return (
    <ReasonForm
      name={`Leave a note about ${FOUND_WORDS[kind].one.toLowerCase()} ${id}`}
      keptAs={`note:${kind}:${id}`}
      label="Note"
      hint="Operators alone read this."
      button="Leave a note"
      again={again}
      act={async (note) => {
        await callModeration('operatorNote', { body: { kind, id, note } })
        return { title: 'The note is in the log' }
      }}
    />
  )
}
