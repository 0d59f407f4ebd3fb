import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, useWatch } from 'react-hook-form'
import { canHide, MODERATION_ACTS, type ModerationAct, type ReportedSubject } from '#schema/moderation'
import { callModeration } from '../moderation/call-moderation'
import { ChoiceField } from '../ui/fields/choice-field'
import { fieldOf } from '../ui/fields/field-of'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextAreaField } from '../ui/fields/text-area-field'
import { useDuty } from './for-duty'
import { ReportForm } from './operator-forms'
import { useAct } from './use-act'
import { useKeptNote } from './use-kept-note'

interface ReportDecisionFormProps {
  reported: ReportedSubject
  again: () => Promise<void>
}

const ACTS: Record<ModerationAct, { label: string; description: string; done: string }> = {
  dismiss: {
    label: 'Dismiss',
    description: 'Nothing is wrong. Those who reported it are told so.',
    done: 'Reports dismissed',
  },
  hide: {
    label: 'Hide',
    description: 'It leaves the public pages. Bookings and orders of it go on.',
    done: 'It is hidden',
  },
  warn: { label: 'Warn', description: 'Its person gets a mail, and nothing else changes.', done: 'Warning sent' },
  suspend: {
    label: 'Suspend',
    description: 'Its person is signed out everywhere, and all that they show is hidden.',
    done: 'Suspended',
  },
}

/** Decides on the open reports of one thing; the person concerned reads why. */
export function ReportDecisionForm({ reported, again }: ReportDecisionFormProps) {
  const { kind, id, ownerUsername, reports } = reported
  const { reachable, act } = useAct({ again })
  const form = useForm<ReportForm>({
    defaultValues: { note: '' },
    resolver: standardSchemaResolver(ReportForm),
  })
  useKeptNote(form, `report:${kind}:${id}`)
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const chosen = useWatch({ control: form.control, name: 'act' })
  const canSuspend = useDuty('accounts')
  const isOpen = { dismiss: true, warn: true, hide: canHide(kind), suspend: canSuspend }
  const choices = MODERATION_ACTS.filter((one) => isOpen[one]).map((value) => ({
    value,
    ...ACTS[value],
  }))
  const submit = form.handleSubmit((decision) =>
    act(form, async () => {
      const seen = reports.map((report) => report.id)
      await callModeration('decideReports', { body: { kind, id, reports: seen, ...decision } })
      return { title: ACTS[decision.act].done }
    }),
  )
  return (
    <form className="ruled flush stack" noValidate onSubmit={submit} aria-label={`Decide on ${kind} ${id}`}>
      <ChoiceField label="Decision" choices={choices} {...field('act')} />
      <TextAreaField
        label="Why"
        rows={2}
        hint={chosen === 'dismiss' ? 'Those who reported it read this.' : `${ownerUsername} reads this.`}
        {...field('note')}
      />
      {!reachable && <p className="offline-reason well fine">Deciding needs a connection.</p>}
      <div className="form-actions">
        <SubmitButton busy={isSubmitting} busyLabel="Deciding" disabled={!reachable}>
          {chosen ? ACTS[chosen].label : 'Decide'}
        </SubmitButton>
      </div>
    </form>
  )
}
