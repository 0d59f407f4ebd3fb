import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { CurrentUser } from '#schema/user'
import { publishListing } from '../../actions/publish-listing'
import { useAccount } from '../../auth/account'
import type { WaitingListing } from '../../db/own-listing-overlay'
import { showFieldErrors } from '../../forms/field-errors'
import { SubmitButton } from '../../forms/submit-button'
import { useToast } from '../../notifications/toasts'
import { DRAFT_WORDS } from './draft-words'
import { ListingFields } from './listing-fields'
import {
  formFields,
  LISTING_FIELDS,
  type ListingField,
  ListingForm,
  type ListingFormValues,
  sentListing,
} from './listing-values'
import { OtherVersions } from './other-versions'
import { PublishNotice } from './publish-notice'
import { SetupNotice } from './setup-notice'
import { ThrowAway } from './throw-away'
import type { ListingDraft } from './use-listing-draft'
import { type ListingFormControl, useListingPhotos } from './use-listing-photos'

interface ListingDraftFormProps {
  draftKey: string
  user: CurrentUser
  draft: ListingDraft
  start: ListingFormValues
  /** The listing while it is on its way, or refused. */
  waiting: WaitingListing | null
}

/** A listing that is being written. Every press is kept; Publish sends it, or lets it wait for a connection. */
export function ListingDraftForm({ draftKey, user, draft, start, waiting }: ListingDraftFormProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const form = useForm<ListingFormValues, unknown, ListingForm>({
    defaultValues: start,
    resolver: standardSchemaResolver(ListingForm),
  })
  const photos = useListingPhotos(form, (all, picked) => draft.keep({ photos: all }, [picked]))
  const isOnItsWay = waiting !== null && waiting.state !== 'attention'
  useKeeping(form, draft)
  useRefusal(form, waiting)

  const publish = form.handleSubmit(async (checked) => {
    await draft.settled()
    try {
      await publishListing(engine, { ...sentListing(checked), clientId: draftKey })
    } catch {
      toast({
        variant: 'destructive',
        title: 'Failed to publish',
        description: 'There may be no room on this device. Your draft is still here.',
      })
    }
  })
  const settle = (field: ListingField, value: ListingFormValues[ListingField]) => {
    form.setValue(field, value as never, { shouldDirty: true })
    void draft.keep({ [field]: value }, [], [field]).catch(() => undefined)
  }
  return (
    <form className="stack listing-form" noValidate onSubmit={publish}>
      {waiting?.state !== 'attention' && <SetupNotice user={user} draftKey={draftKey} />}
      <PublishNotice waiting={waiting} draftKey={draftKey} />
      <ListingFields
        form={form}
        photos={photos}
        disabled={isOnItsWay}
        beside={(field) => {
          const versions = draft.others[field] ?? []
          if (versions.length === 0) return null
          return (
            <OtherVersions
              field={field}
              versions={versions}
              onUse={(value) => settle(field, value)}
              onKeep={() => settle(field, form.getValues(field))}
            />
          )
        }}
      />
      {!isOnItsWay && (
        <>
          <p className="fine muted" role="status">
            {DRAFT_WORDS[draft.state]}
          </p>
          <div className="form-actions">
            <SubmitButton busy={form.formState.isSubmitting} busyLabel="Publishing" disabled={photos.busy.length > 0}>
              Publish
            </SubmitButton>
            {draft.state !== 'none' && <ThrowAway draftKey={draftKey} />}
          </div>
        </>
      )}
    </form>
  )
}

/** What is typed goes to the draft, field by field; what other devices typed comes from there. */
function useKeeping(form: ListingFormControl, draft: ListingDraft): void {
  const { keep, read, version } = draft
  const isTakingIn = useRef(false)
  useEffect(() =>
    form.subscribe({
      formState: { values: true },
      callback({ name, values }) {
        const field = LISTING_FIELDS.find((one) => one === name?.split('.')[0])
        if (field && !isTakingIn.current) keep({ [field]: values[field] }).catch(() => undefined)
      },
    }),
  )
  const takeIn = useEffectEvent(async () => {
    const kept = await read()
    if (!kept) return
    isTakingIn.current = true
    for (const field of LISTING_FIELDS) {
      const isSame = JSON.stringify(kept[field]) === JSON.stringify(form.getValues(field))
      if (!isSame) form.setValue(field, kept[field])
    }
    isTakingIn.current = false
  })
  useEffect(() => {
    if (version) void takeIn()
  }, [version])
}

/** Puts the words of a refusal beside the fields that it named, and goes to the first. */
function useRefusal(form: ListingFormControl, waiting: WaitingListing | null): void {
  const opId = waiting?.state === 'attention' ? waiting.opId : null
  const show = useEffectEvent(() => {
    if (waiting?.error?.fields) showFieldErrors(form, formFields(waiting.error.fields))
  })
  useEffect(() => {
    if (opId) show()
  }, [opId])
}
