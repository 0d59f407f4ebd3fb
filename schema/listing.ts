import * as z from 'zod/mini'
import { RentalCategory } from '#schema/category'
import { seenFields, visible } from '#schema/edit'
import { dollarsToCents, formatCents, MAX_PRICE_CENTS } from '#schema/money'
import { withinSize } from '#schema/offering-size'
import { Rating } from '#schema/rating'
import { ALT_MAX, PhotoUrl } from '#schema/upload'

export const DEFAULT_TERMS = 'Standard rental terms apply.'
export const MAX_LISTING_PHOTOS = 12
export const MAX_QUANTITY = 10_000
const PICKUP_NOTE_MAX = 500
export const CANCELLATION_PRESETS = ['flexible', 'standard', 'strict'] as const
export const CancellationPreset = z.enum(CANCELLATION_PRESETS)
export type CancellationPreset = z.infer<typeof CancellationPreset>

const PRICE_MESSAGE = 'Price must be a positive amount with at most two decimals'
const PRICE_TOO_HIGH = `A price is at most ${formatCents(MAX_PRICE_CENTS)} a day`

const amountAsTyped = z.string().check(z.maxLength(20))

/** Dollars per day as a number or as typed; positive, at most two decimals. */
const PriceInDollars = z.union([z.number(), amountAsTyped], PRICE_MESSAGE).check(
  z.refine((dollars) => (dollarsToCents(dollars) ?? 0) > 0, { error: PRICE_MESSAGE, abort: true }),
  z.refine((dollars) => (dollarsToCents(dollars) ?? 0) <= MAX_PRICE_CENTS, { error: PRICE_TOO_HIGH }),
)

export const Quantity = z
  .int('Quantity must be a whole number')
  .check(z.minimum(1, 'Quantity must be at least 1'), z.maximum(MAX_QUANTITY, 'Quantity is too large'))

/** As many days as can be booked ahead. */
const MAX_RULE_DAYS = 92
export const MAX_BUFFER_DAYS = 14
const MAX_DELIVERY_MILES = 100
const MAX_DELIVERY_CENTS = 500_000

const RULE_DAYS = `Please give a whole number of days, from 1 to ${MAX_RULE_DAYS}`
const BUFFER = `Please give a whole number of days, up to ${MAX_BUFFER_DAYS}`
const MILES = `Please give a whole number of miles, from 1 to ${MAX_DELIVERY_MILES}`
const AMOUNT = 'Please give an amount with at most two decimals'

const days = () => z.int(RULE_DAYS).check(z.minimum(1, RULE_DAYS), z.maximum(MAX_RULE_DAYS, RULE_DAYS))

/** Dollars as a number or as typed, from `least` to `most` cents. */
const dollars = (least: number, most: number) =>
  z.union([z.number(), amountAsTyped], AMOUNT).check(
    z.refine((amount) => (dollarsToCents(amount) ?? -1) >= least, { error: AMOUNT, abort: true }),
    z.refine((amount) => (dollarsToCents(amount) ?? 0) <= most, { error: `At most ${formatCents(most)}` }),
  )

/** The owner's rules of a listing. Null takes a rule away; one that is not sent stays as it stands. Prices are dollars. */
const ruleFields = {
  minDays: z.optional(z.nullable(days())),
  maxDays: z.optional(z.nullable(days())),
  /** Of 7 days, per piece. */
  weekPrice: z.optional(z.nullable(dollars(1, 7 * MAX_PRICE_CENTS))),
  /** Days between two rentals of a piece, for its owner to get it ready. */
  bufferDays: z.optional(z.nullable(z.int(BUFFER).check(z.minimum(0, BUFFER), z.maximum(MAX_BUFFER_DAYS, BUFFER)))),
  /** The owner brings the thing, and fetches it, within so many miles. */
  deliveryMiles: z.optional(z.nullable(z.int(MILES).check(z.minimum(1, MILES), z.maximum(MAX_DELIVERY_MILES, MILES)))),
  deliveryFee: z.optional(z.nullable(dollars(0, MAX_DELIVERY_CENTS))),
}

/** The rules as everyone sees them; a rule that is not there is absent. Prices are dollars. */
const shownRules = {
  minDays: z.optional(z.int()),
  maxDays: z.optional(z.int()),
  weekPrice: z.optional(z.number()),
  bufferDays: z.optional(z.int()),
  deliveryMiles: z.optional(z.int()),
  deliveryFee: z.optional(z.number()),
}

interface DayLimits {
  minDays?: number | null | undefined
  maxDays?: number | null | undefined
}

export const MOST_BELOW_LEAST = 'Maximum days cannot be below minimum days'

/** Is there a range that keeps both rules? */
export function isConsistent({ minDays, maxDays }: DayLimits): boolean {
  return !minDays || !maxDays || minDays <= maxDays
}

/** Refuses rules that no range could keep. */
const consistentRules = z.refine((rules: unknown) => isConsistent(rules as DayLimits), {
  error: MOST_BELOW_LEAST,
  path: ['maxDays'],
})

const Availability = z.object({ available: z.boolean() })

/** The owner's fields of a listing; a change sends all of them again. */
const listingFields = {
  title: z
    .string('Title is required')
    .check(z.trim(), visible('Title is required'), z.maxLength(120, 'Please keep the title under 120 characters')),
  description: z
    .string('Description is required')
    .check(
      z.trim(),
      visible('Description is required'),
      z.maxLength(5000, 'Please keep the description under 5,000 characters'),
    ),
  price: PriceInDollars,
  category: z._default(RentalCategory, 'tableware'),
  availability: z._default(Availability, { available: true }),
  terms: z._default(
    z.string().check(z.trim(), z.maxLength(5000, 'Please keep the terms under 5,000 characters')),
    DEFAULT_TERMS,
  ),
  images: z._default(z.array(PhotoUrl).check(z.maxLength(MAX_LISTING_PHOTOS, 'Please use at most 12 photos')), []),
  mainImage: z.pipe(
    z.string('Please add at least one image').check(z.minLength(1, 'Please add at least one image')),
    PhotoUrl,
  ),
  quantity: z._default(Quantity, 1),
  cancellationPreset: z._default(CancellationPreset, 'standard'),
  /** A description of each photo, the main one first; a photo without words has an empty text. */
  photoAlts: z._default(
    z
      .array(z.string().check(z.trim(), z.maxLength(ALT_MAX, 'Please keep this under 300 characters')))
      .check(z.maxLength(MAX_LISTING_PHOTOS + 1)),
    [],
  ),
  /** Told to the renter together with the street, once the money is taken. */
  pickupNote: z.optional(
    z.nullable(
      z.string().check(z.trim(), z.maxLength(PICKUP_NOTE_MAX, 'Please keep the pickup note under 500 characters')),
    ),
  ),
  ...ruleFields,
}

export const NewListing = z
  .object({ ...listingFields, clientId: z.optional(z.uuid()) })
  .check(withinSize, consistentRules)
export type NewListing = z.infer<typeof NewListing>

/** An edit sends the whole listing and what its form had shown of it; whether it is on show is a word of its own. */
const { availability: _shown, ...changeableFields } = listingFields
export const ListingChange = z.object({ ...changeableFields, ...seenFields }).check(withinSize, consistentRules)
export type ListingChange = z.infer<typeof ListingChange>

/** Paused (`available: false`) or open again. */
export const ListingShown = z.object({ available: z.boolean() })

/** [first day, last day, quantity] taken by approved, paid and completed bookings, with the days after them for getting ready. */
export const BusyRange = z.tuple([z.string(), z.string(), z.int()])
export type BusyRange = z.infer<typeof BusyRange>

/** A listing as everyone sees it: no street, no ZIP code. `price` is dollars per day. */
export const Listing = z.object({
  id: z.int(),
  userId: z.int(),
  ownerUsername: z.string(),
  title: z.string(),
  description: z.string(),
  images: z.array(z.string()),
  mainImage: z.string(),
  price: z.number(),
  category: RentalCategory,
  availability: Availability,
  terms: z.string(),
  quantity: z.int(),
  cancellationPreset: CancellationPreset,
  neighborhood: z.nullable(z.string()),
  city: z.nullable(z.string()),
  timezone: z.string(),
  photoAlts: z.array(z.string()),
  createdAt: z.string(),
  rating: z.optional(Rating),
  ...shownRules,
})
export type Listing = z.infer<typeof Listing>

/** A listing as its owner's devices keep it, on show or paused, with what only the owner may see. */
export const OwnListing = z.extend(Listing, {
  pickupNote: z.nullable(z.string()),
  /** Operators have taken it off the public pages. */
  hidden: z.boolean(),
  clientId: z.nullable(z.string()),
})
export type OwnListing = z.infer<typeof OwnListing>

/** [first day, last day] that the owner has blocked, for all of their rentals or for this one. */
const AwayRange = z.tuple([z.string(), z.string()])

/**
 * The row that devices keep: the listing with the ranges that are taken or blocked by its owner, without names or notes. A
 * device may still hold rows of an older build, without `away`, until the fresh ones have come.
 */
export const CatalogueListing = z.extend(Listing, { busy: z.array(BusyRange), away: z.array(AwayRange) })
export type CatalogueListing = z.infer<typeof CatalogueListing>

/** Nobody books from themselves. */
export function canBook(user: { id: number }, listing: { userId: number }): boolean {
  return user.id !== listing.userId
}

/** Only the owner edits, pauses and deletes a listing. */
export function canEditListing(user: { id: number }, listing: { userId: number }): boolean {
  return user.id === listing.userId
}

/** A listing's photos in their order, the cover first. */
export function listingPhotos(listing: { mainImage: string; images: string[] }): string[] {
  return [listing.mainImage, ...listing.images.filter((url) => url !== listing.mainImage)]
}
