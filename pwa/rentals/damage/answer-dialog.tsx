import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { canAnswerClaim, type DamageReport } from '#schema/damage-report'
import { formatCents } from '#schema/money'
import { type DeviceDraftState, useDeviceDraft } from '../../drafts/use-device-draft'
import { useTyped } from '../../drafts/use-typed'
import { useDamagePhotos } from '../../photos/use-damage-photos'
import { useAccount } from '../../session/account'
import { useReachable } from '../../session/use-sync'
import { ApiError } from '../../sync/client'
import { FormFailure } from '../../ui/failure'
import { showFieldErrors } from '../../ui/fields/field-errors'
import { fieldOf } from '../../ui/fields/field-of'
import { PhotosField } from '../../ui/fields/photos-field'
import { SubmitButton } from '../../ui/fields/submit-button'
import { TextAreaField } from '../../ui/fields/text-area-field'
import { Modal } from '../../ui/modal'
import { Spinner } from '../../ui/spinner'
import { useToast } from '../../ui/toasts'
import type { ShownBooking } from '../offers/booking-queries'
import { AcceptChoice } from './accept-choice'
import { answerDamage } from './answer-damage'
import { type AnswerDraft, answerDraft, answerPicks, EMPTY_ANSWER, isAnsweredWith } from './damage-drafts'
import { AnswerForm, damageFields } from './damage-form'
import { damageSentence, SAVED_WORDS, whyUnsent } from './damage-words'
import { type DamageFailure, damageFailure } from './failure-words'
import { useSending } from './use-sending'

interface AnswerDialogProps {
  report: DamageReport
  booking: ShownBooking
  now: Date
  /** The claim to be answered: its words, photos and estimate. */
  claim: ReactNode
  onClose: () => void
}

/** The renter's answer to a report: yes and pay, or no and why. */
export function AnswerDialog({ report, booking, now, claim, onClose }: AnswerDialogProps) {
  const { db } = useAccount().engine
  const draft = useMemo(() => answerDraft(report.id), [report.id])
  const kept = useDeviceDraft(db, draft, () => EMPTY_ANSWER)
  return (
    <Modal open title="Answer the damage report" size="large" lightDismiss={false} onClose={onClose}>
      {kept.start ? (
        <Fields
          key={kept.round}
          report={report}
          booking={booking}
          now={now}
          kept={kept}
          start={kept.start}
          claim={claim}
          onSent={onClose}
        />
      ) : (
        <Spinner label="Opening your answer" />
      )}
    </Modal>
  )
}

interface FieldsProps {
  report: DamageReport
  booking: ShownBooking
  now: Date
  kept: DeviceDraftState<AnswerDraft>
  start: AnswerDraft
  claim: ReactNode
  onSent: () => void
}

function Fields({ report, booking, now, kept, start, claim, onSent }: FieldsProps) {
  const { engine } = useAccount()
  const reachable = useReachable()
  const toast = useToast()
  const [progress, setProgress] = useState('')
  const [failure, setFailure] = useState<DamageFailure | null>(null)
  // The question as it was when the form was opened: the answer changes the report before the form is gone.
  const [question] = useState(() => damageSentence(report, booking, 'renter', now))
  const { isSending, ...sending } = useSending(engine.db, answerDraft(report.id).id)
  const form = useForm<AnswerDraft, unknown, AnswerDraft>({
    defaultValues: start,
    resolver: standardSchemaResolver(AnswerForm, undefined, { raw: true }),
  })
  const { errors } = form.formState
  const canAnswer = isSending || canAnswerClaim(report, now)
  const field = fieldOf(form)
  const { keep, keepPhoto } = kept
  const accepts = useWatch({ control: form.control, name: 'accepts' })
  const photos = useDamagePhotos({
    name: answerPicks(report.id),
    draftId: answerDraft(report.id).id,
    photos: useWatch({ control: form.control, name: 'photos' }),
    read: () => form.getValues('photos'),
    change: (next) => form.setValue('photos', next, { shouldDirty: true }),
    keepPhoto: (next, picked) => keepPhoto({ ...form.getValues(), photos: next }, picked),
  })

  useTyped(form, (values) => {
    if (!isSending) keep(values)
  })

  const submit = form.handleSubmit(async (answer) => {
    if (answer.accepts === null || !canAnswer) return
    setFailure(null)
    sending.begin()
    await kept.settled()
    try {
      await answerDamage(engine, report.id, { ...answer, accepts: answer.accepts }, (place, count) =>
        setProgress(`Sending photo ${place} of ${count}`),
      )
      toast({ title: 'Answer sent', description: `${booking.ownerUsername} is notified at once.` })
      onSent()
    } catch (error) {
      sending.goOn()
      // Looks at once whether the connection is back, so that the button can be pressed again.
      engine.wake()
      if (error instanceof ApiError) showFieldErrors(form, damageFields(error.fields))
      setFailure(damageFailure(error, 'Failed to send your answer'))
    } finally {
      setProgress('')
    }
  })

  // The server has the answer although nobody here heard so.
  const hasArrived = !canAnswer && isAnsweredWith(report, form.getValues())
  useEffect(() => {
    if (hasArrived) onSent()
  }, [hasArrived, onSent])

  const amount = report.repairEstimate === null ? null : formatCents(report.repairEstimate)
  return (
    <form className="stack" noValidate onSubmit={submit} aria-label="Answer to the damage report">
      <p>{question}</p>
      {claim}
      <fieldset className="bare min-0 stack" disabled={isSending}>
        <Controller
          control={form.control}
          name="accepts"
          render={({ field }) => (
            <AcceptChoice
              ref={field.ref}
              owner={booking.ownerUsername}
              amount={amount}
              value={field.value}
              error={errors.accepts?.message}
              onChange={field.onChange}
            />
          )}
        />
        <TextAreaField label="What happened?" optional {...field('response')} />
        <PhotosField
          {...photos}
          label="Photos"
          optional
          error={errors.photos?.message}
          disabled={isSending || !canAnswer}
        />
      </fieldset>
      {!canAnswer && <p className="well fine">{`${whyUnsent(report)} You can still copy your words.`}</p>}
      {canAnswer && !reachable && (
        <p className="offline-reason well fine" id="answer-offline">
          Answering needs a connection. What you write is kept here, but the deadline stays: connect before it passes.
        </p>
      )}
      {failure && <FormFailure title={failure.title}>{failure.words}</FormFailure>}
      <p className="fine muted">{SAVED_WORDS[kept.state]}</p>
      {canAnswer && (
        <div className="form-actions">
          <SubmitButton
            busy={isSending}
            busyLabel={progress || 'Sending'}
            disabled={!reachable || photos.busy.length > 0}
            aria-describedby={reachable ? undefined : 'answer-offline'}
          >
            {accepts && amount ? `Accept and pay ${amount}` : 'Send answer'}
          </SubmitButton>
        </div>
      )}
    </form>
  )
}
