import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import type { OperatorNote } from '#schema/operator'
import { callModeration } from '../moderation/call-moderation'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextAreaField } from '../ui/fields/text-area-field'
import { WhyForm } from './operator-forms'
import { FOUND_WORDS } from './operator-words'
import { useAct } from './use-act'

interface NoteFormProps extends Pick<OperatorNote, 'kind' | 'id'> {
  onLeft?: () => Promise<void>
}

/** Leaves a note for other operators. Only they read it. */
export function NoteForm({ kind, id, onLeft }: NoteFormProps) {
  const { reachable, act } = useAct()
  const form = useForm<WhyForm>({ defaultValues: { note: '' }, resolver: standardSchemaResolver(WhyForm) })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ note }) => {
    const isDone = await act(form, async () => {
      await callModeration('operatorNote', { body: { kind, id, note } })
      await onLeft?.()
      return { title: 'The note is in the log' }
    })
    if (isDone) form.reset()
  })
  const name = `${FOUND_WORDS[kind].one.toLowerCase()} ${id}`
  return (
    <form className="operator__form stack" noValidate onSubmit={submit} aria-label={`Leave a note about ${name}`}>
      <TextAreaField
        label="Note"
        rows={2}
        hint="Operators alone read this."
        error={errors.note?.message}
        {...form.register('note')}
      />
      <div className="form-actions">
        <SubmitButton className="is-secondary" busy={isSubmitting} disabled={!reachable}>
          Leave a note
        </SubmitButton>
      </div>
    </form>
  )
}
