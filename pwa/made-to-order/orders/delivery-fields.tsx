import type { DeliveryAddress } from '#schema/purchase'
import { TextField } from '../../ui/fields/text-field'

interface AddressFieldsProps {
  values: DeliveryAddress
  problems: Readonly<Record<string, string>>
  onChange: (part: Partial<DeliveryAddress>) => void
}

const FIELDS = [
  { name: 'name', label: 'Recipient name', autoComplete: 'shipping name' },
  { name: 'street', label: 'Street', autoComplete: 'shipping street-address' },
  { name: 'city', label: 'City', autoComplete: 'shipping address-level2' },
  { name: 'state', label: 'State', autoComplete: 'shipping address-level1' },
  { name: 'zipCode', label: 'ZIP code', autoComplete: 'shipping postal-code' },
] as const

/** The fields of the delivery address. */
export function DeliveryFields({ values, problems, onChange }: AddressFieldsProps) {
  return (
    <section className="stack" aria-labelledby="order-address">
      <h3 id="order-address">Delivery</h3>
      <div className="order__address grid gap-4">
        {FIELDS.map(({ name, label, autoComplete }) => (
          <TextField
            key={name}
            label={label}
            autoComplete={autoComplete}
            value={values[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
            {...(problems[name] ? { error: problems[name] } : {})}
          />
        ))}
      </div>
    </section>
  )
}
