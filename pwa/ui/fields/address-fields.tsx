import { TextField, type TextFieldProps } from './text-field'

interface AddressFieldsProps {
  /** Registers a part of the address. */
  field: (name: 'street' | 'city' | 'state' | 'zipCode') => Omit<TextFieldProps, 'label'>
  optional?: boolean
}

/** The four parts of an address, as browsers know how to fill them in. */
export function AddressFields({ field, optional }: AddressFieldsProps) {
  return (
    <>
      <TextField label="Street" optional={optional} autoComplete="street-address" dir="auto" {...field('street')} />
      <TextField label="City" optional={optional} autoComplete="address-level2" dir="auto" {...field('city')} />
      <div className="field-pair">
        <TextField label="State" optional={optional} autoComplete="address-level1" dir="auto" {...field('state')} />
        <TextField
          label="ZIP code"
          optional={optional}
          inputMode="numeric"
          autoComplete="postal-code"
          {...field('zipCode')}
        />
      </div>
    </>
  )
}
