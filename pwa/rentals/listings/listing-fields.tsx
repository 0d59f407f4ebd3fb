import { Controller, useWatch } from 'react-hook-form'
import { categoryName, RENTAL_CATEGORIES } from '#schema/category-names'
import { MAX_QUANTITY } from '#schema/listing'
import type { ThingFieldsProps } from '../../offerings/thing-form'
import { ThingPhotosField } from '../../offerings/thing-photos-field'
import { useAccount } from '../../session/account'
import { ChoiceField } from '../../ui/fields/choice-field'
import { fieldOf } from '../../ui/fields/field-of'
import { PriceField } from '../../ui/fields/price-field'
import { QuantityField } from '../../ui/fields/quantity-field'
import { SelectField } from '../../ui/fields/select-field'
import { TextAreaField } from '../../ui/fields/text-area-field'
import { TextField } from '../../ui/fields/text-field'
import { CANCELLATION_CHOICES } from './cancellation-words'
import { ListingRuleFields } from './listing-rule-fields'
import type { ListingForm, ListingFormValues } from './listing-values'
import { pricePreview } from './price-preview'

const CATEGORIES = RENTAL_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))

type ListingFieldsProps = ThingFieldsProps<ListingFormValues, ListingForm>

/** Everything that is said of a listing. */
export function ListingFields({ form, photos, disabled, beside }: ListingFieldsProps) {
  const { errors } = form.formState
  // The first wrong field takes the focus, in the order in which they were named: photos stand first.
  form.register('photos')
  const field = fieldOf(form)
  return (
    <fieldset className="bare min-0 stack" disabled={disabled}>
      <ThingPhotosField form={form} photos={photos} disabled={disabled} />
      {beside?.('photos')}
      <TextField label="Title" dir="auto" {...field('title')} />
      {beside?.('title')}
      <TextAreaField label="Description" dir="auto" {...field('description')} />
      {beside?.('description')}
      <div className="listing-form__pair wrap">
        <div className="stack stack--tight">
          <PriceField label="Price per day" {...field('price')} />
          {beside?.('price')}
        </div>
        <div className="stack stack--tight">
          <Controller
            control={form.control}
            name="quantity"
            render={({ field }) => (
              <QuantityField
                ref={field.ref}
                label="Quantity"
                max={MAX_QUANTITY}
                value={field.value}
                onChange={field.onChange}
                error={errors.quantity?.message}
              />
            )}
          />
          {beside?.('quantity')}
        </div>
      </div>
      <Preview form={form} />
      <SelectField label="Category" options={CATEGORIES} {...field('category')} />
      {beside?.('category')}
      <ChoiceField
        label="If a renter cancels after you approved"
        choices={CANCELLATION_CHOICES}
        {...field('cancellationPreset')}
      />
      {beside?.('cancellationPreset')}
      <TextAreaField label="Terms" dir="auto" {...field('terms')} />
      {beside?.('terms')}
      <TextAreaField
        label="Pickup note"
        optional
        rows={3}
        dir="auto"
        hint="Name the bell and the door. Renters see the note with your street, once they have paid; a rental keeps the note that it was approved with."
        {...field('pickupNote')}
      />
      {beside?.('pickupNote')}
      <ListingRuleFields form={form} {...(beside && { beside })} />
    </fieldset>
  )
}

/** The total of the price, as it is typed. */
function Preview({ form }: Pick<ListingFieldsProps, 'form'>) {
  const { config } = useAccount()
  const [price, weekPrice] = useWatch({ control: form.control, name: ['price', 'weekPrice'] })
  const preview = pricePreview(price, weekPrice, config?.feeBps ?? 0)
  return (
    <output className="listing-form__preview well tabular stack gap-0">
      {preview ? (
        <strong>{preview.line}</strong>
      ) : (
        <span className="muted">Type a price to see what three days come to.</span>
      )}
      {preview && <span className="fine muted">Per piece. A hold is placed when somebody makes an offer.</span>}
      {preview?.fee && <span className="fine muted">{preview.fee}</span>}
    </output>
  )
}
