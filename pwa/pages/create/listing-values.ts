import * as z from 'zod/mini'
import { CANCELLATION_PRESETS, DEFAULT_TERMS, ListingChange, MAX_LISTING_PHOTOS } from '#schema/listing'
import { type MutationPayload, PhotoRef } from '#schema/mutations'
import { ALT_MAX } from '#schema/upload'
import type { ShownOwnListing } from '../../db/own-listing-overlay'

const { images: _images, mainImage: _main, photoAlts: _alts, ...words } = ListingChange.shape

/** The listing form: a listing whose photos may be on this device alone. */
export const ListingForm = z.object({
  photos: z
    .array(
      z.object({
        photo: PhotoRef,
        alt: z.string().check(z.trim(), z.maxLength(ALT_MAX, 'Please keep this under 300 characters')),
      }),
    )
    .check(
      z.minLength(1, 'Please add at least one image'),
      z.maxLength(MAX_LISTING_PHOTOS, 'Please use at most 12 photos'),
    ),
  ...words,
})
export type ListingForm = z.infer<typeof ListingForm>

/** The form as it is typed: nothing in it need make sense yet. */
export interface ListingFormValues {
  photos: { photo: PhotoRef; alt: string }[]
  title: string
  description: string
  price: string
  quantity: number
  category: string
  cancellationPreset: string
  terms: string
  pickupNote: string
}
export type ListingField = keyof ListingFormValues

/** The form that nobody has written in yet. */
export const EMPTY_LISTING: ListingFormValues = {
  photos: [],
  title: '',
  description: '',
  price: '',
  quantity: 1,
  category: 'tableware',
  cancellationPreset: 'standard',
  terms: DEFAULT_TERMS,
  pickupNote: '',
}
export const LISTING_FIELDS = Object.keys(EMPTY_LISTING) as ListingField[]

const text = z.string()
const FIELD_SHAPES: { [Field in ListingField]: z.ZodMiniType<ListingFormValues[Field]> } = {
  photos: z.array(z.object({ photo: PhotoRef, alt: text })),
  title: text,
  description: text,
  price: text,
  quantity: z.int(),
  category: text,
  cancellationPreset: z.enum(CANCELLATION_PRESETS),
  terms: text,
  pickupNote: text,
}

/** What was kept of one field, or what an untouched one says: storage and other devices may hold anything. */
export function fieldValue<Field extends ListingField>(field: Field, kept: unknown): ListingFormValues[Field] {
  const parsed = FIELD_SHAPES[field].safeParse(kept)
  return parsed.success ? (parsed.data as ListingFormValues[Field]) : EMPTY_LISTING[field]
}

/** A whole kept form; fields that are missing or make no sense are as in an untouched one. */
export function formValues(kept: Record<string, unknown>): ListingFormValues {
  return Object.fromEntries(LISTING_FIELDS.map((field) => [field, fieldValue(field, kept[field])])) as never
}

/** The form of a listing as it stands. */
export function valuesOf({ listing, photos }: ShownOwnListing): ListingFormValues {
  const { title, description, price, quantity, category, cancellationPreset, terms, pickupNote } = listing
  const words = { title, description, quantity, category, cancellationPreset, terms, pickupNote: pickupNote ?? '' }
  return { ...words, photos, price: Number.isInteger(price) ? String(price) : price.toFixed(2) }
}

/** The form of a change that the server did not take, as it was sent. */
export function valuesOfChange(change: MutationPayload<'listing.change'>): ListingFormValues {
  const { photos, title, description, price, quantity, category, cancellationPreset, terms, pickupNote } = change
  const words = { title, description, quantity, category, cancellationPreset, terms, pickupNote: pickupNote ?? '' }
  return { ...words, photos, price: String(price) }
}

/** A checked form as it is sent. */
export function sentListing(checked: ListingForm): ListingForm {
  return { ...checked, pickupNote: checked.pickupNote || null }
}

/** The server's field names as the form has them: its photos are one field here. */
export function formFields(named: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(named).map(([name, message]) => [
      /^(mainImage|images|photoAlts)\b/.test(name) ? 'photos' : (name.split('.')[0] ?? name),
      message,
    ]),
  )
}
