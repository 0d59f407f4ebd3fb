import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { TextField } from './text-field'

interface AddressParts {
  street: string
  city: string
  state: string
  zipCode: string
}

interface AddressFieldsProps {
  register: UseFormRegister<AddressParts>
  errors: FieldErrors<AddressParts>
}

/** The four parts of an address, as browsers know how to fill them in. */
export function AddressFields({ register, errors }: AddressFieldsProps) {
  return (
    <>
      <TextField label="Street" autoComplete="street-address" error={errors.street?.message} {...register('street')} />
      <TextField label="City" autoComplete="address-level2" error={errors.city?.message} {...register('city')} />
      <div className="field-pair">
        <TextField label="State" autoComplete="address-level1" error={errors.state?.message} {...register('state')} />
        <TextField
          label="ZIP code"
          inputMode="numeric"
          autoComplete="postal-code"
          error={errors.zipCode?.message}
          {...register('zipCode')}
        />
      </div>
    </>
  )
}
