import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import type { OperatorPerson } from '#schema/operator'
import { callModeration } from '../moderation/call-moderation'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextAreaField } from '../ui/fields/text-area-field'
import { WhyForm } from './operator-forms'
import { useAct } from './use-act'

/** Holds a person's payouts, or lets them go on. */
export function PayoutsForm({ person, onChanged }: { person: OperatorPerson; onChanged: () => Promise<void> }) {
  const { username, payoutsHeldAt } = person
  const held = payoutsHeldAt === null
  const { reachable, act } = useAct()
  const form = useForm<WhyForm>({ defaultValues: { note: '' }, resolver: standardSchemaResolver(WhyForm) })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ note }) => {
    const isDone = await act(form, async () => {
      await callModeration('operatorPayouts', { body: { username, held, note } })
      await onChanged()
      return { title: held ? `The payouts of ${username} are held` : `The payouts of ${username} go on` }
    })
    if (isDone) form.reset()
  })
  return (
    <form className="operator__form stack" noValidate onSubmit={submit} aria-label={`Payouts of ${username}`}>
      <TextAreaField
        label={held ? 'Why the payouts are held' : 'Why the payouts go on'}
        rows={2}
        error={errors.note?.message}
        {...form.register('note')}
      />
      <div className="form-actions">
        <SubmitButton className="is-secondary" busy={isSubmitting} disabled={!reachable}>
          {held ? 'Hold payouts' : 'Let payouts go on'}
        </SubmitButton>
      </div>
    </form>
  )
}
