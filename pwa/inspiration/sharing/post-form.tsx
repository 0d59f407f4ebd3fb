import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMemo, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { FieldVersion } from '#schema/draft'
import type { OutboxItem } from '../../disk/local-db'
import type { SeenWords } from '../../disk/mutations'
import { NO_ROOM_DRAFT } from '../../drafts/no-room'
import { clashOf, seeNow } from '../../drafts/seen-words'
import { type DeviceDraftState, useDeviceDraft } from '../../drafts/use-device-draft'
import { useTyped } from '../../drafts/use-typed'
import { CHOOSE_FIRST, ConflictPanel, fieldLabel } from '../../offerings/conflict-panel'
import { DRAFT_WORDS } from '../../offerings/draft-words'
import { EarlierVersions } from '../../offerings/earlier-versions'
import { useEarlierWords } from '../../offerings/use-earlier-words'
import { dropPicked } from '../../photos/drop-picked'
import { useAccount } from '../../session/account'
import { useReachable } from '../../session/use-sync'
import { ConfirmButton } from '../../ui/confirm-button'
import { fieldOf } from '../../ui/fields/field-of'
import { ImageField } from '../../ui/fields/image-field'
import { SubmitButton } from '../../ui/fields/submit-button'
import { TagField } from '../../ui/fields/tag-field'
import { TextAreaField } from '../../ui/fields/text-area-field'
import { TextField } from '../../ui/fields/text-field'
import { Spinner } from '../../ui/spinner'
import { errorNotice, useToast } from '../../ui/toasts'
import { GalleryField } from './gallery-field'
import { LinkField } from './link-field'
import { NEW_POST, type PostDraft, postDraft } from './post-drafts'
import { CheckedPost, postAsLeft, postValues, postVersion, quotedPost, sentPost, valuesNamed } from './post-values'
import { type PostFormValues, usePhotoChoice } from './use-photo-choice'
import '../../styles/post-form.css'

export type SentPost = NonNullable<ReturnType<typeof sentPost>> & { seen?: SeenWords | undefined }

interface PostFormProps {
  /** Under which the draft is kept: the post's key, or NEW_POST. */
  draftKey: string
  fresh: () => PostDraft
  submitLabel: string
  /** Why the server did not take the same words before. */
  refused?: OutboxItem['error'] | undefined
  /** The time at which those words were written here. */
  refusedAt?: string | undefined
  /** Keeps the post and tells its person how that went. @returns whether it is kept and the form may be forgotten */
  onSubmit: (post: SentPost, clientId: string) => Promise<boolean>
}

/** All fields of a post. Typed text is kept on this device until the post is submitted. */
export function PostForm({ draftKey, fresh, ...rest }: PostFormProps) {
  const { engine } = useAccount()
  const stored = useMemo(() => postDraft(draftKey), [draftKey])
  const draft = useDeviceDraft(engine.db, stored, fresh, (kept) => postAsLeft(kept, fresh(), rest.refused))
  if (!draft.start) return <Spinner label="Opening your draft" />
  // Starting over makes a new draft with an id of its own.
  return (
    <Fields
      key={`${draft.start.clientId} ${draft.round}`}
      {...rest}
      draft={draft}
      start={draft.start}
      draftKey={draftKey}
    />
  )
}

const FROM_THE_TOP = ['photo', 'alt', 'title', 'description', 'tags', 'links'] as const

interface FieldsProps extends Omit<PostFormProps, 'fresh'> {
  draft: DeviceDraftState<PostDraft>
  start: PostDraft
}

function Fields({ draft, start, draftKey, submitLabel, refused, refusedAt, onSubmit }: FieldsProps) {
  const { clientId, seen: first, over, ...values } = start
  const { db } = useAccount().engine
  const toast = useToast()
  const [seen, setSeen] = useState(first)
  const kept = { clientId, over, ...(seen && { seen }) }
  const reachable = useReachable()
  const form = useForm<PostFormValues, unknown, CheckedPost>({
    defaultValues: values,
    resolver: standardSchemaResolver(CheckedPost),
    // It would go by the order in which fields were made known, and the photo is not the first of those.
    shouldFocusError: false,
  })
  const { errors, isSubmitting } = form.formState
  const field = fieldOf(form)
  const isSent = useRef(false)
  const { keep, keepPhoto } = draft
  const subject = `post:${draftKey}`
  const { preview, progress, pick, chosen, choose } = usePhotoChoice(
    subject,
    form,
    (now, photo) => keepPhoto({ ...kept, ...now }, photo),
    draftKey === NEW_POST,
  )
  const clash = seen ? clashOf(refused, seen) : null
  const earlier = useEarlierWords(subject, draft)
  const startOver = async () => {
    await dropPicked(db, subject)
    await draft.reset()
  }
  const withVersion = ({ value }: FieldVersion) => ({ ...form.getValues(), ...postVersion(value) })
  const takeVersion = (name: string, version: FieldVersion) => {
    earlier.putAside({ field: name, value: valuesNamed(name, form.getValues()), isMine: true })
    const values = valuesNamed(name, withVersion(version))
    form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true })
    keep({ ...kept, ...form.getValues() })
  }
  const settle = (name: string, values?: Record<string, unknown>) => {
    if (!clash || !seen) return
    const now = seeNow(seen, clash, name)
    setSeen(now)
    const left = values ? form.getValues() : postValues(clash.theirs)
    earlier.putAside({ field: name, value: valuesNamed(name, left), isMine: values !== undefined })
    if (values) form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true })
    keep({ ...form.getValues(), ...kept, seen: now })
  }

  useTyped(form, (now) => {
    if (!isSent.current) keep({ ...kept, ...now })
  })

  const submit = form.handleSubmit(
    async (checked) => {
      const post = sentPost(checked)
      if (!post) return
      if (clash) return toast(CHOOSE_FIRST)
      isSent.current = true
      try {
        isSent.current = await draft.handOver(() => onSubmit({ ...post, seen }, clientId))
      } catch {
        isSent.current = false
        toast(errorNotice('Failed to save your post', NO_ROOM_DRAFT))
      }
    },
    (wrong) => {
      const first = FROM_THE_TOP.find((name) => wrong[name])
      if (first) form.setFocus(first)
    },
  )
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {clash && (
        <ConflictPanel
          writtenAt={refusedAt}
          edited={refused?.edited}
          fields={clash.names.map((name) => ({
            name,
            label: name === 'photos' ? 'Photo' : fieldLabel(name),
            mine: quotedPost(name, form.getValues()),
            theirs: quotedPost(name, postValues(clash.theirs)),
          }))}
          onUse={(name) => settle(name, valuesNamed(name, postValues(clash.theirs)))}
          onKeep={(name) => settle(name)}
        />
      )}
      <Controller
        control={form.control}
        name="photo"
        render={({ field }) => (
          <ImageField
            ref={field.ref}
            label="Photo"
            error={errors.photo?.message}
            preview={preview}
            progress={progress}
            onPick={pick}
            onRemove={() => field.onChange(null)}
            onBlur={field.onBlur}
          />
        )}
      />
      {draftKey === NEW_POST && <GalleryField chosen={chosen} onChoose={choose} />}
      <TextField
        label="What does the photo show?"
        hint="Read aloud to people who cannot see it."
        optional
        {...field('alt')}
      />
      <TextField label="Title" {...field('title')} />
      <TextAreaField label="Description" optional {...field('description')} />
      <Controller
        control={form.control}
        name="tags"
        render={({ field }) => (
          <TagField
            ref={field.ref}
            label="Tags"
            optional
            hint="Press Enter after each one."
            placeholder="Add a tag"
            error={errors.tags?.message ?? errors.tags?.find?.((one) => one)?.message}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      <Controller
        control={form.control}
        name="links"
        render={({ field }) => (
          <LinkField value={field.value} onChange={field.onChange} error={errors.links?.message} />
        )}
      />
      {!reachable && (
        <p className="fine offline-words">
          No connection: this is kept here and goes out automatically once there is one.
        </p>
      )}
      <p className="fine muted">{DRAFT_WORDS[draft.state]}</p>
      <EarlierVersions
        versions={earlier.versions}
        device={earlier.device}
        quote={(name, version) => quotedPost(name, withVersion(version))}
        onUse={takeVersion}
      />
      <div className="form-actions">
        <SubmitButton busy={isSubmitting} busyLabel="Saving" disabled={progress !== null}>
          {submitLabel}
        </SubmitButton>
        {draft.state !== 'none' && (
          <ConfirmButton label="Start over" question="Throw this draft away?" onConfirm={() => void startOver()} />
        )}
      </div>
    </form>
  )
}
