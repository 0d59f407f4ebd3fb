import { Controller, type UseFormReturn } from 'react-hook-form'
import { PhotosField } from '../ui/fields/photos-field'
import type { ThingFieldsProps, ThingValues } from './thing-form'

interface ThingPhotosFieldProps<Values extends ThingValues, Checked>
  extends Omit<ThingFieldsProps<Values, Checked>, 'beside'> {
  hint?: string
}

/** The photos of a thing on offer, in order, each with its own words. */
export function ThingPhotosField<Values extends ThingValues, Checked>({
  form: whole,
  photos,
  disabled,
  hint = 'The first one is the cover. Drag them into order, or use the arrows.',
}: ThingPhotosFieldProps<Values, Checked>) {
  // All forms have the same photos, whatever else they ask.
  const form = whole as unknown as UseFormReturn<ThingValues>
  const { errors } = form.formState
  const message = errors.photos?.message ?? errors.photos?.root?.message
  return (
    <Controller
      control={form.control}
      name="photos"
      render={({ field }) => (
        <PhotosField
          {...photos}
          ref={field.ref}
          label="Photos"
          hint={hint}
          disabled={disabled}
          {...(message ? { error: message } : {})}
        />
      )}
    />
  )
}
