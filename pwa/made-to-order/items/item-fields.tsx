import { Controller, type FieldErrors, useWatch } from 'react-hook-form'
import { categoryName, MADE_TO_ORDER_CATEGORIES } from '#schema/category-names'
import { LEAD_TIME_MAX_DAYS, MAX_OPTIONS } from '#schema/made-to-order'
import { typedFeeWords } from '../../money/fee-words'
import type { ThingFieldsProps } from '../../offerings/thing-form'
import { ThingPhotosField } from '../../offerings/thing-photos-field'
import { useAccount } from '../../session/account'
import { fieldOf } from '../../ui/fields/field-of'
import type { OptionErrors, OptionValue } from '../../ui/fields/option-value'
import { OptionsField } from '../../ui/fields/options-field'
import { PriceField } from '../../ui/fields/price-field'
import { QuantityField } from '../../ui/fields/quantity-field'
import { SelectField } from '../../ui/fields/select-field'
import { TextAreaField } from '../../ui/fields/text-area-field'
import { TextField } from '../../ui/fields/text-field'
import type { ItemForm, ItemFormValues } from './item-values'

const CATEGORIES = MADE_TO_ORDER_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))

type ItemFieldsProps = ThingFieldsProps<ItemFormValues, ItemForm>

/** Everything that is said of a made-to-order item. */
export function ItemFields({ form, photos, disabled, beside }: ItemFieldsProps) {
  const { errors } = form.formState
  // The first wrong field takes the focus, in the order in which they were named: photos stand first.
  form.register('photos')
  const field = fieldOf(form)
  return (
    <fieldset className="bare min-0 stack" disabled={disabled}>
      <ThingPhotosField
        form={form}
        photos={photos}
        disabled={disabled}
        hint="The first one is the main image; add at least one more. Drag them into order, or use the arrows."
      />
      {beside?.('photos')}
      <TextField label="Title" dir="auto" {...field('title')} />
      {beside?.('title')}
      <TextAreaField label="Description" dir="auto" {...field('description')} />
      {beside?.('description')}
      <div className="listing-form__pair wrap">
        <div className="stack stack--tight">
          <PriceField label="Price" placeholder="0" {...field('price')} />
          {beside?.('price')}
        </div>
        <div className="stack stack--tight">
          <Controller
            control={form.control}
            name="leadTimeInDays"
            render={({ field }) => (
              <QuantityField
                ref={field.ref}
                label="Lead time in days"
                max={LEAD_TIME_MAX_DAYS}
                value={field.value}
                onChange={field.onChange}
                disabled={disabled}
                error={errors.leadTimeInDays?.message}
              />
            )}
          />
          {beside?.('leadTimeInDays')}
        </div>
      </div>
      <Fee form={form} />
      <SelectField
        label="Category"
        options={CATEGORIES}
        placeholder="Please select a category"
        {...field('category')}
      />
      {beside?.('category')}
      <Options form={form} disabled={disabled} />
      {beside?.('customizationOptions')}
      <TextAreaField label="Terms" dir="auto" {...field('terms')} />
      {beside?.('terms')}
    </fieldset>
  )
}

/** The platform's share of the price, as it is typed. */
function Fee({ form }: Pick<ItemFieldsProps, 'form'>) {
  const { config } = useAccount()
  const words = typedFeeWords(useWatch({ control: form.control, name: 'price' }), config?.feeBps ?? 0)
  return words && <output className="listing-form__preview well tabular fine muted">{words}</output>
}

function Options({ form, disabled }: Pick<ItemFieldsProps, 'form' | 'disabled'>) {
  const wrong = form.formState.errors.customizationOptions
  const message = wrong?.message ?? wrong?.root?.message
  return (
    <Controller
      control={form.control}
      name="customizationOptions"
      render={({ field }) => (
        <OptionsField
          ref={field.ref}
          label="Options"
          hint="What a buyer can choose: a name to letter, a color, a size."
          value={field.value}
          onChange={field.onChange}
          errors={field.value.map((_, index) => optionErrors(wrong?.[index]))}
          max={MAX_OPTIONS}
          disabled={disabled}
          {...(message ? { error: message } : {})}
        />
      )}
    />
  )
}

function optionErrors(wrong: FieldErrors<OptionValue> | undefined): OptionErrors | undefined {
  if (!wrong) return undefined
  const { name, choices, maxLength, hint } = wrong
  return {
    name: name?.message,
    choices: choices?.message ?? choices?.root?.message,
    choiceNames: Array.isArray(choices) ? choices.map((choice) => choice?.name?.message) : [],
    maxLength: maxLength?.message,
    hint: hint?.message,
  }
}
