import type { RentalCategory } from '#schema/category'
import { DAY, type DemoBasis, type DemoListing, type DemoUser, minutesBefore } from './demo-basis'
import { type ListingCopy, listingCopy, NEIGHBORS, type Neighbor, pickupNotes, termsOf } from './demo-copy'
import { getPhoto, photoUrl } from './demo-photos'
import { inMixedOrder } from './mixed-order'

interface Draft extends ListingCopy {
  category: RentalCategory
  /** Position of the owner in the list of people. */
  ownerIndex: number
  ownersNote: string
  ownersTerms: string
}

const OLDEST_MINUTES = 140 * DAY
const NEWEST_MINUTES = 90

/** Every rental, oldest first, spread over the owners whose thing it is. */
export function listingRows(basis: DemoBasis, people: DemoUser[]): DemoListing[] {
  const drafts = Object.entries(listingCopy).flatMap(([category, copies]) =>
    dealOut(basis, category as RentalCategory, copies),
  )
  const ordered = inMixedOrder(basis.dice, drafts, ({ category, photos }) => [category, photos[0]])
  const step = (OLDEST_MINUTES - NEWEST_MINUTES) / (ordered.length - 1)
  return ordered.map((draft, index) => toRow(basis, people, draft, index, OLDEST_MINUTES - index * step))
}

/** The same photo never goes to one owner twice in a row: each copy goes to the next of the category's owners. */
function dealOut(basis: DemoBasis, category: RentalCategory, copies: ListingCopy[]): Draft[] {
  const owners = NEIGHBORS.flatMap((neighbor, index) =>
    (neighbor.rents ?? []).filter((rented) => rented === category).map(() => index),
  )
  const turns = new Map<number, number>()
  return copies.map((copy, place) => {
    const ownerIndex = owners[place % owners.length] ?? 0
    const turn = turns.get(ownerIndex) ?? 0
    turns.set(ownerIndex, turn + 1)
    return {
      ...copy,
      category,
      ownerIndex,
      ownersNote: noteOf(NEIGHBORS[ownerIndex], turn),
      ownersTerms: basis.dice.pick(termsOf(category)),
    }
  })
}

function rulesOf({ rules = {} }: ListingCopy) {
  const cents = (dollars: number | undefined) => (dollars === undefined ? null : Math.round(dollars * 100))
  return {
    maxDays: rules.maxDays ?? null,
    weekPriceCents: cents(rules.weekDollars),
    deliveryMiles: rules.deliveryMiles ?? null,
    deliveryFeeCents: cents(rules.deliveryDollars),
  }
}

function noteOf(owner: Neighbor | undefined, turn: number): string {
  const notes = owner?.pickup ?? []
  return notes[turn % notes.length] ?? ''
}

function toRow(basis: DemoBasis, people: DemoUser[], draft: Draft, index: number, age: number): DemoListing {
  const owner = people[draft.ownerIndex]
  if (!owner) throw new Error(`Nobody owns "${draft.title}"`)
  const [mainImage = '', ...images] = draft.photos.map((name) => photoUrl(basis.photos, name))
  return {
    id: index + 1,
    userId: owner.id,
    title: draft.title,
    description: [draft.about, draft.ownersNote].filter(Boolean).join('\n\n'),
    images,
    mainImage,
    photoAlts: draft.photos.map((name) => getPhoto(basis.photos, name).alt),
    priceCents: Math.round(draft.dollars * 100),
    category: draft.category,
    available: true,
    terms: draft.ownersTerms,
    quantity: draft.pieces ?? 1,
    ...rulesOf(draft),
    cancellationPreset: draft.preset ?? 'standard',
    pickupNote: pickupNoteOf(draft.category, index),
    timezone: basis.zone,
    street: owner.street ?? null,
    city: owner.city ?? null,
    state: owner.state ?? null,
    zipCode: owner.zipCode ?? null,
    neighborhood: owner.neighborhood ?? null,
    createdAt: minutesBefore(basis.now, age),
  }
}

/** Every third listing has a note, each category's in turn. */
function pickupNoteOf(category: RentalCategory, index: number): string | null {
  if (index % 3 !== 0) return null
  const notes = pickupNotes[category]
  return notes[(index / 3) % notes.length] ?? null
}
