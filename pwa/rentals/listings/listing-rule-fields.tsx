import { useWatch } from 'react-hook-form'
import { MAX_BUFFER_DAYS } from '#schema/listing'
import { dollarsToCents, formatCents, WEEK_DAYS } from '#schema/money'
import type { ThingFieldsProps } from '../../offerings/thing-form'
import { fieldOf } from '../../ui/fields/field-of'
import { PriceField } from '../../ui/fields/price-field'
import { TextField } from '../../ui/fields/text-field'
import { RULE_NAMES, type RuleValues } from './listing-rule-values'
import type { ListingForm, ListingFormValues } from './listing-values'

type RuleFieldsProps = Pick<ThingFieldsProps<ListingFormValues, ListingForm>, 'form' | 'beside'>

/** The rules that most listings do without, folded away until there is one, or one to choose. */
export function ListingRuleFields({ form, beside }: RuleFieldsProps) {
  const values = useWatch({ control: form.control, name: RULE_NAMES })
  const price = useWatch({ control: form.control, name: 'price' })
  const set = values.filter((value) => value !== '').length
  const { errors } = form.formState
  const needsPerson = RULE_NAMES.some((name) => errors[name] || beside?.(name))
  const week = dollarsToCents(price)
  const rule = fieldOf(form)
  const field = (name: keyof RuleValues) => ({ optional: true, ...rule(name) })
  const days = { inputMode: 'numeric', autoComplete: 'off' } as const
  const next = (name: keyof RuleValues) => beside?.(name)
  return (
    <details className="listing-form__rules" open={needsPerson || set > 0 || undefined}>
      <summary>{set > 0 ? `More rules (${set})` : 'More rules: days, a week’s price, delivery'}</summary>
      <div className="stack">
        <div className="listing-form__pair wrap">
          <div className="stack stack--tight">
            <TextField label="Minimum days" {...days} {...field('minDays')} />
            {next('minDays')}
          </div>
          <div className="stack stack--tight">
            <TextField label="Maximum days" {...days} {...field('maxDays')} />
            {next('maxDays')}
          </div>
        </div>
        <PriceField
          label="Price per week"
          hint={
            week
              ? `Per piece, for every 7 days. At the price per day they are ${formatCents(WEEK_DAYS * week)}.`
              : 'Per piece, for every 7 days.'
          }
          {...field('weekPrice')}
        />
        {next('weekPrice')}
        <TextField
          label="Preparation days between rentals"
          hint={`Nobody can book these days after a rental: up to ${MAX_BUFFER_DAYS}.`}
          {...days}
          {...field('bufferDays')}
        />
        {next('bufferDays')}
        <div className="listing-form__pair wrap">
          <div className="stack stack--tight">
            <TextField
              label="You deliver within miles"
              hint="You bring it and fetch it."
              {...days}
              {...field('deliveryMiles')}
            />
            {next('deliveryMiles')}
          </div>
          <div className="stack stack--tight">
            <PriceField label="For a fee of" hint="Once per rental. Empty is free." {...field('deliveryFee')} />
            {next('deliveryFee')}
          </div>
        </div>
      </div>
    </details>
  )
}
