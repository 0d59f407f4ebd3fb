import * as z from 'zod/mini'
import { MadeToOrderCategory, RentalCategory } from '#schema/category'
import { CancellationPreset, DEFAULT_TERMS } from '#schema/listing'
import { CustomizationOption } from '#schema/made-to-order'
import { ReviewRole } from '#schema/review'
import { SITUATIONS } from './booking-plan'
import itemTexts from './items.json'
import listingTexts from './listings.json'
import messageTexts from './messages.json'
import { ORDER_SITUATIONS } from './order-plan'
import orderTexts from './orders.json'
import peopleTexts from './people.json'
import pickupTexts from './pickup-notes.json'
import postTexts from './posts.json'
import reviewTexts from './reviews.json'
import termTexts from './terms.json'

/**
 * The texts of the demo marketplace. They lie in JSON files beside this one, and are parsed when the module is loaded: a wrong
 * category or a missing text is named with its place.
 */

/** Names of demo photos without their ending; the first is the main one. */
const PhotoNames = z.tuple([z.string()], z.string())

/** Somebody of the demo marketplace. */
const Neighbor = z.object({
  username: z.string(),
  bio: z.nullable(z.string()),
  street: z.string(),
  city: z.string(),
  zipCode: z.string(),
  /** Demo photo that serves as avatar; an initial is drawn otherwise. */
  avatar: z.optional(z.string()),
  rents: z.optional(z.array(RentalCategory)),
  makes: z.optional(z.array(MadeToOrderCategory)),
  /** Sentences that this person writes under their listings, in turn. Names of places fit the ZIP code. */
  pickup: z.optional(z.tuple([z.string()], z.string())),
  memberForDays: z.number(),
})
export type Neighbor = z.infer<typeof Neighbor>

/** A rental as written down; the seed deals out its owner, its date and its terms. */
const ListingCopy = z.object({
  photos: PhotoNames,
  title: z.string(),
  about: z.string(),
  /** Per day and piece. */
  dollars: z.number(),
  /** How many can be rented at the same time; 1 when absent. */
  pieces: z.optional(z.number()),
  preset: z.optional(CancellationPreset),
  rules: z.optional(
    z.strictObject({
      maxDays: z.optional(z.number()),
      weekDollars: z.optional(z.number()),
      deliveryMiles: z.optional(z.number()),
      deliveryDollars: z.optional(z.number()),
    }),
  ),
})
export type ListingCopy = z.infer<typeof ListingCopy>

const ItemCopy = z.object({
  photos: PhotoNames,
  title: z.string(),
  about: z.string(),
  dollars: z.number(),
  category: MadeToOrderCategory,
  leadDays: z.number(),
  options: z.array(CustomizationOption),
})

const PostCopy = z.object({
  photo: z.string(),
  title: z.string(),
  about: z.nullable(z.string()),
  tags: z.array(z.string()),
})

const RentalThread = z.object({
  /** The situations of a booking in which the thread makes sense. */
  when: z.array(z.enum(SITUATIONS)),
  /** Only about listings of these categories; any when absent. */
  about: z.optional(z.array(RentalCategory)),
  lines: z.array(z.tuple([z.enum(['renter', 'owner']), z.string()])),
})
export type RentalThread = z.infer<typeof RentalThread>

const OrderThread = z.object({
  when: z.array(z.enum(ORDER_SITUATIONS)),
  lines: z.array(z.tuple([z.enum(['buyer', 'seller']), z.string()])),
})
export type OrderThread = z.infer<typeof OrderThread>

const texts = z.array(z.string())
const textsOfCategory = z.record(RentalCategory, texts)

/** The three demo accounts come first. */
export const NEIGHBORS = z.array(Neighbor).parse(peopleTexts)
export const listingCopy = z.record(RentalCategory, z.array(ListingCopy)).parse(listingTexts)
export const itemCopy = z.array(ItemCopy).parse(itemTexts)
export const postCopy = z.array(PostCopy).parse(postTexts)

/** Owners' notes to a renter once they have agreed; many write none. */
export const pickupNotes = textsOfCategory.parse(pickupTexts)

/** Owners' texts under "Rental Terms"; many leave the default, which comes first. */
export function termsOf(category: RentalCategory): string[] {
  return [DEFAULT_TERMS, ...terms.listings[category]]
}
const terms = z.object({ listings: textsOfCategory, items: texts }).parse(termTexts)
/** The three lines that the form for made-to-order items starts with. */
export const ITEM_TERMS = terms.items.join('\n')

export const messageCopy = z
  .object({
    threads: z.array(RentalThread),
    offerNotes: texts,
    /** Why owners block days; seen by themselves alone. */
    blockReasons: z.array(z.nullable(z.string())),
  })
  .parse(messageTexts)

export const orderCopy = z
  .object({
    /** Buyers' words for text options: the first whose pattern, case ignored, is found in the option's name. */
    writtenChoices: z.array(z.object({ about: z.string(), words: z.string() })),
    plainWords: z.string(),
    /** Buyers' wishes to the maker when they order. */
    notes: texts,
    trackingNotes: texts,
    threads: z.array(OrderThread),
  })
  .parse(orderTexts)

export const reviewCopy = z
  .object({
    /** Stars and words of reviews by each side; empty words are stars alone. */
    reviews: z.record(ReviewRole, z.array(z.tuple([z.number(), z.string()]))),
    /** Answers to reviews with fewer than four stars. */
    answers: texts,
  })
  .parse(reviewTexts)
