import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Address } from '#schema/address'
import type { CurrentUser } from '#schema/user'
import { useAccount } from '../../session/account'
import { addressOf } from '../../session/own-address'
import { saveAddress } from '../../session/save-address'
import { ApiError, messageOf } from '../../sync/client'
import { AddressFields } from '../../ui/fields/address-fields'
import { showFieldErrors } from '../../ui/fields/field-errors'
import { fieldOf } from '../../ui/fields/field-of'
import { SubmitButton } from '../../ui/fields/submit-button'
import { errorNotice, useToast } from '../../ui/toasts'

const CHANGED_ELSEWHERE =
  'You have changed your address on another device too. Save again to put this one in its place.'

/** First step of setting up: where the things are picked up. */
export function AddressStep({ user, onSaved }: { user: CurrentUser; onSaved: () => void }) {
  const { engine, refreshUser } = useAccount()
  const toast = useToast()
  const [shown] = useState(() => addressOf(user))
  const form = useForm<Address>({ defaultValues: shown, resolver: standardSchemaResolver(Address) })
  const { isSubmitting } = form.formState
  const save = form.handleSubmit(async (address) => {
    try {
      const end = await saveAddress(engine, address, shown)
      if (end === 'refused') {
        toast(errorNotice('Failed to update address', CHANGED_ELSEWHERE))
        return
      }
      if (end === 'saved') await refreshUser()
      toast({
        title: 'Your address has been saved.',
        ...(end === 'waiting' ? { description: 'It goes out by itself once there is a connection.' } : {}),
      })
      onSaved()
    } catch (error) {
      if (error instanceof ApiError) showFieldErrors(form, error.fields)
      toast(errorNotice('Failed to update address', messageOf(error, 'Nothing you typed was lost. Please try again.')))
    }
  })
  return (
    <form className="surface stack" noValidate onSubmit={save} aria-labelledby="address-step">
      <div className="stack stack--tight">
        <h2 id="address-step">Where are your things?</h2>
        <p className="muted">Renters see your neighborhood, and your street only once they have paid.</p>
      </div>
      <AddressFields field={fieldOf(form)} />
      <div className="form-actions">
        <SubmitButton busy={isSubmitting} busyLabel="Saving">
          Save Address
        </SubmitButton>
      </div>
    </form>
  )
}
