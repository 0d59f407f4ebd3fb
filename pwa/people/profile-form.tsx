import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useRef, useState } from 'react'
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { PRODUCT_NAME } from '#schema/product'
import { BIO_MAX } from '#schema/user'
import { NO_ROOM_TYPED } from '../drafts/no-room'
import { useTyped } from '../drafts/use-typed'
import { dropPicked } from '../photos/drop-picked'
import { photoRefusal } from '../photos/photo-refusal'
import { usePhotoAddress } from '../photos/use-photo-addresses'
import { usePickedFiles } from '../photos/use-picked-files'
import { useAccount } from '../session/account'
import { useReachable } from '../session/use-sync'
import { ConfirmButton } from '../ui/confirm-button'
import { FieldError } from '../ui/fields/field'
import { fieldOf } from '../ui/fields/field-of'
import { ImageField } from '../ui/fields/image-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextAreaField } from '../ui/fields/text-area-field'
import { TextField } from '../ui/fields/text-field'
import { Spinner } from '../ui/spinner'
import { errorNotice, useToast } from '../ui/toasts'
import type { ProfileFields } from './profile-draft'
import { CheckedProfile, isPhotoAddress, profileChange } from './profile-values'
import { type ProfileDraftState, type ProfileStart, useProfileDraft } from './use-profile-draft'

/** Names the form where a file is picked for it. */
const PICKS = 'profile'

interface ProfileFormProps {
  /** The profile as it stands. */
  now: ProfileFields
  /**
   * Keeps the change and tells its person how that went.
   * @returns whether it is kept
   */
  onSubmit: (values: ProfileFields, start: ProfileStart) => Promise<boolean>
}

/** Photo and description. Typed text is kept on this device until it is saved. */
export function ProfileForm({ now, onSubmit }: ProfileFormProps) {
  const { engine } = useAccount()
  const draft = useProfileDraft(engine.db, now)
  return draft.start ? (
    <Fields key={draft.round} draft={draft} start={draft.start} now={now} onSubmit={onSubmit} />
  ) : (
    <Spinner label="Opening your profile" />
  )
}

interface FieldsProps extends ProfileFormProps {
  draft: ProfileDraftState
  start: ProfileStart
}

function Fields({ draft, start, now, onSubmit }: FieldsProps) {
  const { db } = useAccount().engine
  const reachable = useReachable()
  const toast = useToast()
  const form = useForm<ProfileFields, unknown, CheckedProfile>({
    defaultValues: start.values,
    resolver: standardSchemaResolver(CheckedProfile),
  })
  const { errors, isSubmitting } = form.formState
  const field = fieldOf(form)
  const isSent = useRef(false)
  const { keep, keepPhoto } = draft
  useTyped(form, (values) => {
    if (!isSent.current) keep(values)
  })
  const { preview, progress, pick } = usePhotoPick(form, keepPhoto)
  const [description, photo, photoUrl] = useWatch({
    control: form.control,
    name: ['description', 'photo', 'photoUrl'],
  })
  const length = description.trim().length

  const startOver = async () => {
    isSent.current = true
    await dropPicked(db, PICKS)
    await draft.forget()
    form.reset(now)
    isSent.current = false
  }

  const submit = form.handleSubmit(async (values) => {
    isSent.current = true
    try {
      isSent.current = await draft.handOver(() => onSubmit(values, start))
    } catch {
      isSent.current = false
      toast(errorNotice('Failed to update profile', NO_ROOM_TYPED))
    }
  })
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {start.refused && <FieldError>{`Your last change was not saved: ${start.refused.message}`}</FieldError>}
      <Controller
        control={form.control}
        name="photo"
        render={({ field }) => (
          <ImageField
            ref={field.ref}
            label="Profile photo"
            optional
            error={errors.photo?.message}
            preview={preview}
            progress={progress}
            onPick={pick}
            onRemove={() => {
              form.setValue('photoUrl', '')
              form.clearErrors(['photo', 'photoUrl'])
              field.onChange(null)
            }}
            onBlur={field.onBlur}
          />
        )}
      />
      <TextField
        label={`Or the address of a photo on ${PRODUCT_NAME}`}
        type="url"
        inputMode="url"
        autoComplete="photo"
        placeholder="https://"
        optional
        hint="Photos from other sites cannot be used: choose the photo above."
        {...field('photoUrl')}
      />
      <TextAreaField
        label="Description"
        optional
        hint={`${length} of ${BIO_MAX} characters`}
        error={
          errors.description?.message ??
          (length > BIO_MAX ? `Description must be ${BIO_MAX} characters or less` : undefined)
        }
        {...form.register('description')}
      />
      {!reachable && (
        <p className="fine offline-words">
          No connection: this is kept here and goes out automatically once there is one.
        </p>
      )}
      <p className="fine muted">
        {draft.isLost
          ? 'There is no room to keep what you type on this device. It is here as long as this page is.'
          : 'What you type is kept on this device until you save it.'}
      </p>
      <div className="form-actions">
        <SubmitButton busy={isSubmitting} busyLabel="Saving" disabled={progress !== null}>
          Save Profile
        </SubmitButton>
        {profileChange(now, { description, photo, photoUrl }, start.seen) && (
          <ConfirmButton label="Start over" question="Throw your changes away?" onConfirm={startOver} />
        )}
      </div>
    </form>
  )
}

/** Takes a picked file into the form, in place of a typed address; shows whichever of the two counts. */
function usePhotoPick(
  form: UseFormReturn<ProfileFields, unknown, CheckedProfile>,
  keepPhoto: ProfileDraftState['keepPhoto'],
) {
  const [photo, photoUrl] = useWatch({ control: form.control, name: ['photo', 'photoUrl'] })
  const local = usePhotoAddress(photo)
  const [busy, setBusy] = useState(0)

  const pick = usePickedFiles(PICKS, PICKS, {
    begin: (files) => setBusy((before) => before + files.length),
    async take(kept) {
      const chosen = { blobId: kept.blobId }
      await keepPhoto({ ...form.getValues(), photo: chosen, photoUrl: '' }, kept)
      form.setValue('photo', chosen)
      form.setValue('photoUrl', '')
      form.clearErrors(['photo', 'photoUrl'])
    },
    end(_, error) {
      if (error !== null) form.setError('photo', { type: 'photo', message: photoRefusal(error) }, { shouldFocus: true })
      setBusy((before) => before - 1)
    },
  })
  return {
    preview: isPhotoAddress(photoUrl) ? photoUrl.trim() : local,
    progress: busy > 0 ? 'Preparing the photo' : null,
    pick: (file: File) => pick([file]),
  }
}
