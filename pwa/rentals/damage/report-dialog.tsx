import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMemo, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { damageCap } from '#schema/damage-report'
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
import { PriceField } from '../../ui/fields/price-field'
import { SubmitButton } from '../../ui/fields/submit-button'
import { TextAreaField } from '../../ui/fields/text-area-field'
import { TextField } from '../../ui/fields/text-field'
import { Modal } from '../../ui/modal'
import { Spinner } from '../../ui/spinner'
import { useToast } from '../../ui/toasts'
import type { ShownBooking } from '../offers/booking-queries'
import { emptyReport, type ReportDraft, reportDraft } from './damage-drafts'
import { centsOf, damageFields, reportForm } from './damage-form'
import { canReportNow, SAVED_WORDS, windowWords } from './damage-words'
import { type DamageFailure, damageFailure } from './failure-words'
import { reportDamage } from './report-damage'
import { useSending } from './use-sending'

interface ReportDialogProps {
  booking: ShownBooking
  now: Date
  /** Why it cannot be sent any more, whatever time is left. */
  closed?: string
  onClose: () => void
}

/** The owner's report. It can be written at any time and place; sending it needs a connection. */
export function ReportDialog({ booking, now, closed, onClose }: ReportDialogProps) {
  const { db } = useAccount().engine
  const draft = useMemo(() => reportDraft(booking.id), [booking.id])
  const kept = useDeviceDraft(db, draft, emptyReport)
  return (
    <Modal open title="Report Damage" size="large" lightDismiss={false} onClose={onClose}>
      {kept.start ? (
        <Fields
          key={kept.round}
          booking={booking}
          now={now}
          closed={closed}
          kept={kept}
          start={kept.start}
          onSent={onClose}
        />
      ) : (
        <Spinner label="Opening your report" />
      )}
    </Modal>
  )
}

type Values = Omit<ReportDraft, 'clientId'>

interface FieldsProps {
  booking: ShownBooking
  now: Date
  closed: string | undefined
  kept: DeviceDraftState<ReportDraft>
  start: ReportDraft
  onSent: () => void
}

function Fields({ booking, now, closed, kept, start, onSent }: FieldsProps) {
  const { engine } = useAccount()
  const reachable = useReachable()
  const toast = useToast()
  const [{ clientId, ...values }] = useState(start)
  const [progress, setProgress] = useState('')
  const [failure, setFailure] = useState<DamageFailure | null>(null)
  const { isSending, ...sending } = useSending(engine.db, reportDraft(booking.id).id)
  const form = useForm<Values, unknown, Values>({
    defaultValues: values,
    // Checked here, sent as typed: what the shapes make of it is the action's.
    resolver: standardSchemaResolver(reportForm(booking.totalAmount), undefined, { raw: true }),
  })
  const { errors } = form.formState
  const field = fieldOf(form)
  const { keep, keepPhoto } = kept
  const photos = useDamagePhotos({
    name: reportDraft(booking.id).id,
    draftId: reportDraft(booking.id).id,
    photos: useWatch({ control: form.control, name: 'photos' }),
    read: () => form.getValues('photos'),
    change(next) {
      form.setValue('photos', next, { shouldDirty: true })
      form.clearErrors('photos')
    },
    keepPhoto: (next, picked) => keepPhoto({ clientId, ...form.getValues(), photos: next }, picked),
  })

  useTyped(form, (typed) => {
    if (!isSending) keep({ clientId, ...typed })
  })

  const submit = form.handleSubmit(async ({ description, photos: chosen, estimate, invoice }) => {
    setFailure(null)
    sending.begin()
    await kept.settled()
    const words = { description, repairEstimate: centsOf(estimate), repairInvoiceUrl: invoice || null }
    try {
      const isAllFiled = await reportDamage(engine, booking.id, { words, photos: chosen, clientId }, (place, count) =>
        setProgress(`Sending photo ${place} of ${count}`),
      )
      toast({
        title: 'Damage reported',
        description: isAllFiled
          ? `${booking.renterUsername} is notified at once.`
          : 'Not all that you have here is in that report.',
      })
      onSent()
    } catch (error) {
      sending.goOn()
      // Looks at once whether the connection is back, so that the button can be pressed again.
      engine.wake()
      if (error instanceof ApiError) showFieldErrors(form, damageFields(error.fields))
      setFailure(damageFailure(error, 'Failed to submit damage report'))
    } finally {
      setProgress('')
    }
  })

  const isOpen = !closed && canReportNow(booking, now)
  const canSend = reachable && isOpen
  return (
    <form className="stack" noValidate onSubmit={submit} aria-label="Damage report">
      <p className="fine muted">
        {closed ?? (isOpen ? windowWords(booking, now) : 'The 24 hours in which damage can be reported are over.')}
      </p>
      <fieldset className="bare min-0 stack" disabled={isSending}>
        <TextAreaField label="Description" hint="What is broken, stained or missing?" {...field('description')} />
        <Controller
          control={form.control}
          name="photos"
          render={({ field }) => (
            <PhotosField
              {...photos}
              ref={field.ref}
              label="Damage photos"
              hint="At least one. From close by, and one from further away."
              error={errors.photos?.message}
              disabled={isSending}
            />
          )}
        />
        <PriceField
          label="Repair estimate"
          optional
          hint={`You are never paid more than this, and at most ${formatCents(damageCap(booking.totalAmount))} for this rental. It can be added later, but nothing is charged without it.`}
          placeholder="0.00"
          {...field('estimate')}
        />
        <TextField
          label="Invoice link"
          optional
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          {...field('invoice')}
        />
      </fieldset>
      {!reachable && isOpen && (
        <p className="offline-reason well fine" id="report-offline">
          Sending a report needs a connection. It is kept here, but the deadline stays: connect before it passes.
        </p>
      )}
      {failure && <FormFailure title={failure.title}>{failure.words}</FormFailure>}
      <p className="fine muted">{SAVED_WORDS[kept.state]}</p>
      <div className="form-actions">
        <SubmitButton
          busy={isSending}
          busyLabel={progress || 'Sending'}
          disabled={!canSend || photos.busy.length > 0}
          aria-describedby={!reachable && isOpen ? 'report-offline' : undefined}
        >
          Submit Report
        </SubmitButton>
      </div>
    </form>
  )
}
