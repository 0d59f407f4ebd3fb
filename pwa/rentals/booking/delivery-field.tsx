import { formatCents } from '#schema/money'
import { useAccount } from '../../session/account'
import { ChoiceField } from '../../ui/fields/choice-field'
import { TextField } from '../../ui/fields/text-field'
import { isolated } from '../../ui/isolated'
import type { DeliveryDraft, OfferDraft } from './offer-drafts'
import type { DeliveryProblems } from './offer-rules'

interface DeliveryFieldProps {
  ownerUsername: string
  /** The owner's rough place. */
  place: string | null
  /** Undefined where the owner does not deliver any more. */
  miles: number | undefined
  feeCents: number
  value: DeliveryDraft | null
  /** The address that stood here when “I pick it up” was chosen. */
  last: DeliveryDraft | null
  problems: DeliveryProblems
  onChange: (part: Pick<OfferDraft, 'deliverTo' | 'lastAddress'>) => void
}

const NOWHERE: DeliveryDraft = { street: '', city: '', state: '', zipCode: '' }

/** Whether the renter comes for the thing or has it brought, and where to. */
export function DeliveryField(props: DeliveryFieldProps) {
  const { ownerUsername, place, miles, feeCents, value, last, problems, onChange } = props
  const { user } = useAccount()
  const home: DeliveryDraft = user?.street
    ? { street: user.street, city: user.city ?? '', state: user.state ?? '', zipCode: user.zipCode ?? '' }
    : NOWHERE
  const fee = feeCents === 0 ? 'Free' : formatCents(feeCents)
  const away =
    miles === undefined ? null : `Within ${miles === 1 ? '1 mile' : `${miles} miles`} of ${place ?? ownerUsername}`
  const change = (part: Partial<DeliveryDraft>) => onChange({ deliverTo: { ...NOWHERE, ...value, ...part } })
  const text = (name: keyof DeliveryDraft) => ({
    value: value?.[name] ?? '',
    error: problems[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <>
      <ChoiceField
        label="How you get it"
        name="delivery"
        choices={[
          { value: 'pickup', label: 'I pick it up', description: 'And bring it back.' },
          ...(away || value
            ? [
                {
                  value: 'delivery',
                  label: `${isolated(ownerUsername)} delivers`,
                  description: away ? `${fee}, there and back. ${away}.` : 'Not offered at the moment.',
                },
              ]
            : []),
        ]}
        {...(problems.choice ? { error: problems.choice } : {})}
        onChange={(event) =>
          onChange(
            event.target.value === 'delivery' ? { deliverTo: last ?? home } : { deliverTo: null, lastAddress: value },
          )
        }
        checkedValue={value ? 'delivery' : 'pickup'}
      />
      {value && (
        <>
          <TextField label="Street" autoComplete="street-address" {...text('street')} />
          <TextField label="City" autoComplete="address-level2" {...text('city')} />
          <div className="field-pair">
            <TextField label="State" autoComplete="address-level1" {...text('state')} />
            <TextField label="ZIP code" inputMode="numeric" autoComplete="postal-code" {...text('zipCode')} />
          </div>
          <p className="muted fine">{`${ownerUsername} sees the neighborhood now, and the street once you have paid.`}</p>
        </>
      )}
    </>
  )
}
