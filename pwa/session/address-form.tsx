import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Address } from '#schema/address'
import type { CurrentUser } from '#schema/user'
import type { Autosave } from '../drafts/autosave'
import { type AddressDraft, addressDraft } from '../drafts/settings-drafts'
import { ApiError, messageOf } from '../sync/client'
import { AddressFields } from '../ui/fields/address-fields'
import { showFieldErrors } from '../ui/fields/field-errors'
import { fieldOf } from '../ui/fields/field-of'
import { SubmitButton } from '../ui/fields/submit-button'
import { errorNotice, useToast } from '../ui/toasts'
import { useAccount } from './account'
import { ADDRESS_FIELDS, addressAsLeft, addressOf, isSameAddress, type OwnAddress, readOwnAddress } from './own-address'
import { saveAddress } from './save-address'
import { useLiveQuery } from './use-live-query'
import { useReachable } from './use-sync'

/** An address as it stands, with what its form needs. */
export interface AddressOnForm extends OwnAddress {
  /** The typed address that was never saved. */
  draft: AddressDraft | null
  keeper: Autosave<AddressDraft>
  onSaved: () => void
}

const UNSAVED = 'Not saved yet. What you type is kept on this device.'
const OFFLINE = 'Saving works without a connection: it is sent with the next one.'

/** This person's address; undefined until this device has been read. */
export function useOwnAddress(user: CurrentUser): AddressOnForm | undefined {
  const { db } = useAccount().engine
  const own = useLiveQuery(() => readOwnAddress(db, user.id), [db, user.id])
  const keeper = useMemo(() => addressDraft.autosave(db), [db])
  const [draft, setDraft] = useState<AddressDraft | null>()
  useEffect(() => {
    let live = true
    keeper.open().then((kept) => live && setDraft(kept))
    return () => {
      live = false
    }
  }, [keeper])
  if (own === undefined || draft === undefined) return undefined
  const shown = own ?? { address: addressOf(user), waiting: null }
  return { ...shown, draft, keeper, onSaved: () => setDraft(null) }
}

/** The form of an address over the one that stands, and the one that it had shown before anything was typed. */
export function useAddressFields({
  address: known,
  waiting,
  draft,
}: Pick<AddressOnForm, 'address' | 'waiting' | 'draft'>) {
  const [left] = useState(() => addressAsLeft(draft, known))
  const form = useForm<Address>({ defaultValues: left.seen, resolver: standardSchemaResolver(Address) })
  const { isSubmitting, defaultValues } = form.formState
  const seen = { ...left.seen, ...defaultValues }
  const wasRefused = useRef(false)

  const takeUp = useEffectEvent(() => {
    for (const name of ADDRESS_FIELDS) form.setValue(name, left.values[name], { shouldDirty: true })
  })
  // Changed elsewhere, it is shown here as well, unless something else is being typed. One that is discarded never stood.
  const follow = useEffectEvent((address: Address) => {
    if (isSubmitting) return
    const isDiscarded = wasRefused.current && waiting === null
    if (isDiscarded || isSameAddress(form.getValues(), seen)) form.reset(address, { keepDirtyValues: isDiscarded })
  })
  const { street, city, state, zipCode } = known
  useEffect(() => takeUp(), [])
  useEffect(() => follow({ street, city, state, zipCode }), [street, city, state, zipCode])
  useEffect(() => {
    wasRefused.current = waiting?.state === 'attention'
  }, [waiting])
  return { form, seen }
}

/** Kept on this device while it is typed, saved at once or with the next connection. */
export function AddressForm({ own }: { own: AddressOnForm }) {
  const { keeper, onSaved } = own
  const { engine, refreshUser } = useAccount()
  const reachable = useReachable()
  const toast = useToast()
  const { form, seen } = useAddressFields(own)
  const { isSubmitting, isDirty } = form.formState
  const keep = (shown: Address) => void keeper.keep({ ...form.getValues(), seen: shown }).catch(() => undefined)

  const submit = form.handleSubmit(async (address) => {
    const taken = form.getValues()
    try {
      const outcome = await saveAddress(engine, address, seen)
      await keeper.settled()
      // Text typed during the save is the next change.
      if (isSameAddress(form.getValues(), taken)) {
        form.reset(address)
        onSaved()
        // A draft that stays, as on a full disk, says what is saved.
        await keeper.handOver(() => addressDraft.forget(engine.db)).catch(() => undefined)
      } else {
        form.reset(address, { keepValues: true, keepDirty: true })
        keep(address)
      }
      if (outcome !== 'saved') return
      toast({ title: 'Your address has been saved.' })
      await refreshUser()
    } catch (error) {
      if (error instanceof ApiError) showFieldErrors(form, error.fields)
      toast(
        errorNotice(
          'Failed to update address',
          messageOf(error, 'What you typed is kept on this device. Please try again.'),
        ),
      )
    }
  })
  const note = isDirty ? UNSAVED : reachable ? null : OFFLINE
  return (
    <form className="stack" noValidate onSubmit={submit} onChange={() => keep(seen)}>
      <AddressFields field={fieldOf(form)} />
      <div className="form-actions">
        <SubmitButton busy={isSubmitting} busyLabel="Saving">
          Save Address
        </SubmitButton>
        {note && <span className="muted fine">{note}</span>}
      </div>
    </form>
  )
}
