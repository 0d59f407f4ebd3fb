import * as z from 'zod/mini'
import { CANCELLATION_PRESETS, DEFAULT_TERMS, ListingChange, MAX_LISTING_PHOTOS } from '#schema/listing'
import { withinSize } from '#schema/offering-size'
import { PhotoRef } from '../../disk/mutations'
import { type FormShape, ThingPhoto, type ThingValues } from '../../offerings/thing-form'
import { NO_RULES, type RuleValues, ruleValues, soundRules, typedRules } from './listing-rule-values'
import type { ShownOwnListing } from './own-listing-overlay'

const { images: _images, mainImage: _main, photoAlts: _alts, seen: _seen, ...words } = ListingChange.shape

const ListingFields = z.object({
  photos: z
    .array(ThingPhoto)
    .check(
      z.minLength(1, 'Please add at least one image'),
      z.maxLength(MAX_LISTING_PHOTOS, 'Please use at most 12 photos'),
    ),
  ...words,
  ...typedRules,
})
/** The listing form: a listing whose photos may be on this device alone. */
export const ListingForm = ListingFields.check(withinSize, ...soundRules)
export type ListingForm = z.infer<typeof ListingForm>

/** The form as it is typed: nothing in it need make sense yet. */
export interface ListingFormValues extends ThingValues, RuleValues {
  description: string
  price: string
  quantity: number
  category: string
  cancellationPreset: string
  terms: string
  pickupNote: string
}

/** The form that nobody has written in yet. */
export const EMPTY_LISTING: ListingFormValues = {
  photos: [],
  title: '',
  description: '',
  price: '0',
  quantity: 1,
  category: 'tableware',
  cancellationPreset: 'standard',
  terms: DEFAULT_TERMS,
  pickupNote: '',
  ...NO_RULES,
}

const text = z.string()
export const LISTING_SHAPE: FormShape<ListingFormValues> = {
  empty: EMPTY_LISTING,
  fields: {
    photos: z.array(z.object({ photo: PhotoRef, alt: text })),
    title: text,
    description: text,
    price: text,
    quantity: z.int(),
    category: text,
    cancellationPreset: z.enum(CANCELLATION_PRESETS),
    terms: text,
    pickupNote: text,
    minDays: text,
    maxDays: text,
    weekPrice: text,
    bufferDays: text,
    deliveryMiles: text,
    deliveryFee: text,
  },
}

/** The form of a listing as it stands. */
export function valuesOf({ listing, photos }: ShownOwnListing): ListingFormValues {
  const { title, description, price, quantity, category, cancellationPreset, terms, pickupNote } = listing
  const words = { title, description, quantity, category, cancellationPreset, terms, pickupNote: pickupNote ?? '' }
  return { ...words, ...ruleValues(listing), photos, price: Number.isInteger(price) ? String(price) : price.toFixed(2) }
}

/** A checked form as it is sent. */
export function sentListing(checked: ListingForm): ListingForm {
  return { ...checked, pickupNote: checked.pickupNote || null }
}
