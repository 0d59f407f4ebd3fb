import * as z from 'zod/mini'
import {
  DEFAULT_ITEM_TERMS,
  DEFAULT_LEAD_TIME_DAYS,
  ItemChange,
  MAX_ITEM_PHOTOS,
  type OwnItem,
} from '#schema/made-to-order'
import { dollarsToCents } from '#schema/money'
import { withinSize } from '#schema/offering-size'
import { PhotoRef } from '../../disk/mutations'
import { type FormShape, ThingPhoto, type ThingValues } from '../../offerings/thing-form'
import type { OptionValue } from '../../ui/fields/option-value'
import { optionValues, SentOptions, TypedOption } from './item-options'
import type { ShownOwnItem } from './own-item-overlay'

/** The main one, and as many more as an item takes. */
export const ITEM_PHOTOS_MAX = MAX_ITEM_PHOTOS + 1
export const MORE_IMAGES = 'Please add at least one additional image'

const {
  images: _images,
  mainImage: _main,
  photoAlts: _alts,
  seen: _seen,
  price,
  customizationOptions: _,
  ...words
} = ItemChange.shape

const ItemFields = z.object({
  photos: z
    .array(ThingPhoto)
    .check(
      z.minLength(1, { error: 'Main image is required', abort: true }),
      z.minLength(2, MORE_IMAGES),
      z.maxLength(ITEM_PHOTOS_MAX, `Please use at most ${ITEM_PHOTOS_MAX} photos`),
    ),
  ...words,
  price: z.pipe(
    z.pipe(
      z.string().check(
        z.refine((typed) => typed.trim() === '' || dollarsToCents(typed) !== null, {
          error: 'Please write the price like 12 or 12.50',
          abort: true,
        }),
      ),
      z.transform((typed) => dollarsToCents(typed) ?? 0),
    ),
    price,
  ),
  customizationOptions: SentOptions,
})
/** The item form: an item whose photos may be on this device alone. A checked form has its price in cents. */
export const ItemForm = ItemFields.check(withinSize)
export type ItemForm = z.infer<typeof ItemForm>

/** The form as it is typed: nothing in it need make sense yet. */
export interface ItemFormValues extends ThingValues {
  description: string
  /** Dollars. */
  price: string
  leadTimeInDays: number
  category: string
  customizationOptions: OptionValue[]
  terms: string
}

const text = z.string()
export const ITEM_SHAPE: FormShape<ItemFormValues> = {
  empty: {
    photos: [],
    title: '',
    description: '',
    price: '',
    leadTimeInDays: DEFAULT_LEAD_TIME_DAYS,
    category: '',
    customizationOptions: [],
    terms: DEFAULT_ITEM_TERMS,
  },
  fields: {
    photos: z.array(z.object({ photo: PhotoRef, alt: text })),
    title: text,
    description: text,
    price: text,
    leadTimeInDays: z.int(),
    category: text,
    customizationOptions: z.array(TypedOption),
    terms: text,
  },
}

type Words = Pick<
  OwnItem,
  'title' | 'description' | 'price' | 'category' | 'leadTimeInDays' | 'terms' | 'customizationOptions'
>

/** The form of an item as it stands. */
export function itemValues({ item, photos }: ShownOwnItem): ItemFormValues {
  return { ...typedWords(item), photos }
}

function typedWords({ title, description, price: cents, category, leadTimeInDays, terms, ...rest }: Words) {
  return {
    title,
    description,
    price: cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2),
    category,
    leadTimeInDays,
    terms,
    customizationOptions: optionValues(rest.customizationOptions),
  }
}
