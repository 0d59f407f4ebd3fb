import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { changeListing } from '../../actions/change-listing'
import { useAccount } from '../../auth/account'
import { useReachability } from '../../auth/use-sync'
import { ConfirmButton } from '../../components/confirm-button'
import { StatusChip } from '../../components/status-chip'
import { listingKey, type ShownOwnListing } from '../../db/own-listing-overlay'
import { readOwnListing } from '../../db/own-listings'
import { showFieldErrors } from '../../forms/field-errors'
import { SubmitButton } from '../../forms/submit-button'
import { useToast } from '../../notifications/toasts'
import { refusedWords } from '../listing/refused-words'
import { DRAFT_WORDS, type DraftState } from './draft-words'
import { ListingFields } from './listing-fields'
import { formFields, ListingForm, type ListingFormValues, sentListing } from './listing-values'
import type { ListingEdit } from './use-listing-edit'
import { type ListingFormControl, useListingPhotos } from './use-listing-photos'

const EDIT_WORDS: Record<DraftState, string> = {
  ...DRAFT_WORDS,
  keeping: 'Keeping your changes...',
  kept: 'Your changes are kept on this device until you save them.',
}

interface ListingEditFormProps {
  shown: ShownOwnListing
  edit: ListingEdit
  start: ListingFormValues
}

/** The form of a listing that exists. What is typed is kept here until it is saved. */
export function ListingEditForm({ shown, edit, start }: ListingEditFormProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)
  const isSent = useRef(false)
  const form = useForm<ListingFormValues, unknown, ListingForm>({
    defaultValues: start,
    resolver: standardSchemaResolver(ListingForm),
  })
  const photos = useListingPhotos(form, (all, picked) => edit.keep({ ...form.getValues(), photos: all }, [picked]))
  const refused = shown.refused?.kind === 'listing.change' ? shown.refused : undefined
  const { keep } = edit

  useEffect(() =>
    form.subscribe({
      formState: { values: true },
      callback({ name, values }) {
        if (name !== undefined && !isSent.current) keep(values).catch(() => undefined)
      },
    }),
  )
  useOutcome(form, shown, isSaving, () => {
    isSent.current = false
    setSaving(false)
  })

  const save = form.handleSubmit(async (checked) => {
    const { id } = shown.listing
    isSent.current = true
    await edit.settled()
    try {
      await changeListing(engine, { ...sentListing(checked), listingKey: listingKey(shown.listing), listingId: id })
      setSaving(true)
    } catch {
      isSent.current = false
      toast({
        variant: 'destructive',
        title: 'Failed to save your changes',
        description: 'There may be no room on this device. What you typed is still here.',
      })
    }
  })
  return (
    <form className="stack listing-form" noValidate onSubmit={save}>
      {refused && !isSaving && (
        <div className="create-notice" data-tone="refused" role="alert">
          <StatusChip tone="refused">Not changed</StatusChip>
          <p>{refusedWords(refused)}</p>
          <p className="fine muted">What you wrote is below. Change what is needed and save again.</p>
        </div>
      )}
      <ListingFields form={form} photos={photos} disabled={isSaving} />
      <p className="fine muted" role="status">
        {EDIT_WORDS[edit.state]}
      </p>
      <div className="form-actions">
        <SubmitButton
          busy={form.formState.isSubmitting || isSaving}
          busyLabel="Saving"
          disabled={photos.busy.length > 0}
        >
          Save changes
        </SubmitButton>
        {edit.state !== 'none' && !isSaving && (
          <ConfirmButton label="Start over" question="Throw these changes away?" onConfirm={() => void edit.reset()} />
        )}
      </div>
    </form>
  )
}

/** After saving: back to the listing once the server has it, or at once without a connection; here again if it refused. */
function useOutcome(form: ListingFormControl, shown: ShownOwnListing, isSaving: boolean, onRefused: () => void): void {
  const { db } = useAccount().engine
  const { reachable } = useReachability()
  const navigate = useNavigate()
  const toast = useToast()
  const look = useEffectEvent(async (isHere: () => boolean) => {
    const now = await readOwnListing(db, shown.listing.id)
    if (!isHere()) return
    if (now?.refused) {
      showFieldErrors(form, formFields(now.refused.error.fields ?? {}))
      return onRefused()
    }
    if (now?.waiting && reachable) return
    toast({
      title: 'Listing changed',
      ...(now?.waiting ? { description: 'It goes out by itself once there is a connection.' } : {}),
    })
    await navigate({ to: '/listings/$id', params: { id: String(shown.listing.id) } })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these may be the news that is waited for
  useEffect(() => {
    if (!isSaving) return
    let live = true
    void look(() => live)
    return () => {
      live = false
    }
  }, [isSaving, shown, reachable])
}
