import { type FormEvent, useRef, useState } from 'react'
import {
  HANDOVER_CHECKS,
  type HandoverCheck,
  type HandoverMoment,
  handoverCheckNames,
  MAX_HANDOVER_PHOTOS,
} from '#schema/handover'
import { NO_ROOM_TYPED } from '../../drafts/no-room'
import { usePhotoAddresses } from '../../photos/use-photo-addresses'
import { usePhotoPicks } from '../../photos/use-photo-picks'
import { CheckboxList } from '../../ui/fields/checkbox-list'
import { PhotosField } from '../../ui/fields/photos-field'
import { SubmitButton } from '../../ui/fields/submit-button'
import { TextAreaField } from '../../ui/fields/text-area-field'
import { errorNotice, useToast } from '../../ui/toasts'
import { handoverDraft } from './handover-drafts'
import type { ShownHandover } from './handover-overlay'
import { PageAtClaim } from './handover-page'
import { HandoverState } from './handover-state'
import { MOMENT_NAMES } from './handover-words'
import { type HandoverFormState, photoId, useHandoverForm } from './use-handover-form'

const CHECK_OPTIONS = HANDOVER_CHECKS.map((value) => ({ value, label: handoverCheckNames[value] }))

interface HandoverFormProps {
  bookingId: number
  moment: HandoverMoment
  /** One's own page as it was saved last; undefined while there is none. */
  saved: ShownHandover | undefined
}

/** One's own page: boxes, photos, a note. Saved with or without a connection. */
export function HandoverForm(props: HandoverFormProps) {
  const form = useHandoverForm(props.bookingId, props.moment, props.saved)
  // Text typed, and photos taken, before the earlier draft has been read would take its place.
  if (!form.isReady) return <div className="handover__side flush min-0 breaks" aria-busy="true" />
  return <Fields {...props} form={form} />
}

function Fields({ bookingId, moment, saved, form }: HandoverFormProps & { form: HandoverFormState }) {
  const { id: draftId } = handoverDraft(bookingId, moment)
  const picks = usePhotoPicks(draftId, draftId, form.addPhoto)
  const addresses = usePhotoAddresses(form.values.photos)
  const toast = useToast()
  const note = useRef<HTMLTextAreaElement>(null)
  const [isSaving, setSaving] = useState(false)
  const { photos } = form.values
  const what = MOMENT_NAMES[moment].toLowerCase()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSaving(true)
    try {
      if (!(await form.save())) note.current?.focus()
    } catch {
      toast(errorNotice('This page could not be saved', NO_ROOM_TYPED))
    } finally {
      setSaving(false)
    }
  }

  return (
    <form
      className="handover__side flush min-0 breaks stack"
      aria-label={`${MOMENT_NAMES[moment]}: You`}
      noValidate
      onSubmit={submit}
    >
      <h3>You</h3>
      <CheckboxList
        label="What you looked at"
        options={CHECK_OPTIONS}
        chosen={form.values.checks}
        onChange={(checks) => form.change({ checks: checks as HandoverCheck[] })}
      />
      <PhotosField
        label={`Photos of the ${what}`}
        optional
        items={photos.map((photo, index) => ({ id: photoId(photo), address: addresses[index] ?? null }))}
        busy={picks.busy}
        refused={picks.refused}
        max={MAX_HANDOVER_PHOTOS}
        onAdd={(files) => void picks.pick(files, MAX_HANDOVER_PHOTOS - photos.length - picks.busy.length)}
        onRemove={form.removePhoto}
      />
      <TextAreaField
        ref={note}
        label="Note"
        optional
        dir="auto"
        rows={3}
        value={form.values.note}
        error={form.error ?? undefined}
        onChange={(event) => form.change({ note: event.target.value })}
      />
      <div className="form-actions">
        <SubmitButton busy={isSaving || picks.busy.length > 0} busyLabel={isSaving ? 'Saving' : 'Preparing photos'}>
          {`Save ${what}`}
        </SubmitButton>
      </div>
      <div aria-live="polite">
        {form.isTyped && <p className="muted fine">Not saved yet. It is kept on this device as you type.</p>}
        {saved && (!form.isTyped || saved.waiting === 'attention') && <HandoverState page={saved} />}
      </div>
      {saved?.atClaim && (
        <PageAtClaim label={`Your photos of the ${what}, when the claim was filed`} content={saved.atClaim} />
      )}
    </form>
  )
}
