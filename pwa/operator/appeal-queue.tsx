import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { OpenAppeal } from '#schema/moderation'
import { callModeration } from '../moderation/call-moderation'
import { ChoiceField } from '../ui/fields/choice-field'
import { fieldOf } from '../ui/fields/field-of'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextAreaField } from '../ui/fields/text-area-field'
import { formatMoment } from '../ui/times/offer-times'
import { AskedPanel } from './asked-panel'
import { ForDuty } from './for-duty'
import { ForOthers } from './for-others'
import { AppealVerdict } from './operator-forms'
import { ACT_DONE } from './operator-words'
import { useAct } from './use-act'
import { useAsked } from './use-asked'
import { useEndedNotes, useKeptNote } from './use-kept-note'

const ask = () => callModeration('operatorAppeals', {})

/** Appeals that wait for a decision, oldest first; nothing where there are none. */
export function AppealQueue() {
  const { asked, again } = useAsked(ask)
  useEndedNotes('appeal', asked, (appeals) => appeals.map(({ actId }) => actId))
  return (
    <AskedPanel asked={asked} again={again} what="the appeals">
      {(appeals) => appeals.map((appeal) => <AppealCard key={appeal.actId} appeal={appeal} again={again} />)}
    </AskedPanel>
  )
}

const CHOICES = [
  { value: 'uphold', label: 'Uphold', description: 'The decision stays.' },
  { value: 'takeBack', label: 'Take back', description: 'The hidden content is shown again, or the suspension ends.' },
]

/** An act, its reason, the words against it, and the decision. */
function AppealCard({ appeal, again }: { appeal: OpenAppeal; again: () => Promise<void> }) {
  const { actId, kind, id, act: done, at, operator, reason, username, words, isForOthers } = appeal
  const titleId = useId()
  const { reachable, act } = useAct({ again })
  const form = useForm<AppealVerdict>({
    defaultValues: { note: '' },
    resolver: standardSchemaResolver(AppealVerdict),
  })
  useKeptNote(form, `appeal:${actId}`)
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const submit = form.handleSubmit(({ verdict, note }) =>
    act(form, async () => {
      const takeBack = verdict === 'takeBack'
      await callModeration('decideAppeal', { params: { id: actId }, body: { takeBack, note } })
      return { title: takeBack ? 'The decision was taken back' : 'The decision stays' }
    }),
  )
  return (
    <article className="surface stack" aria-labelledby={titleId}>
      <h2 className="operator__title" id={titleId}>{`Appeal of ${username}`}</h2>
      <p className="fine muted">{`${ACT_DONE[done]} by ${operator}, ${formatMoment(at)}: ${kind} ${id}`}</p>
      <p className="long-text">{reason}</p>
      <blockquote className="damage__words" dir="auto">
        {words}
      </blockquote>
      <ForDuty duty="accounts">
        <ForOthers parties={[username]} hasPart={isForOthers}>
          <form
            className="ruled flush stack"
            noValidate
            onSubmit={submit}
            aria-label={`Decide on the appeal of ${username}`}
          >
            <ChoiceField label="Decision" choices={CHOICES} {...field('verdict')} />
            <TextAreaField label="Why" rows={2} hint={`${username} reads this.`} {...field('note')} />
            {!reachable && <p className="offline-reason well fine">Deciding needs a connection.</p>}
            <div className="form-actions">
              <SubmitButton busy={isSubmitting} busyLabel="Deciding" disabled={!reachable}>
                Decide
              </SubmitButton>
            </div>
          </form>
        </ForOthers>
      </ForDuty>
    </article>
  )
}
