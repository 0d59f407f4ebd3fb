import type { OwnListing } from '#schema/listing'
import { listingPhotos } from '#schema/listing'
import type { AltPhoto, MutationPayload } from '../../disk/mutations'
import { lastWord, type ShownOwn, standingOf, type ThingWrites } from '../../offerings/own-thing-writes'

/** A listing as its owner's device shows it: with what they have done to it that the server has not confirmed yet. */
export interface ShownOwnListing extends ShownOwn {
  listing: OwnListing
}

/** The server's row with its owner's waiting writes on top; null when they have deleted it. */
export function overlayListing(base: OwnListing, writes: ThingWrites<'listing'>): ShownOwnListing | null {
  if (lastWord(writes, base.id, 'listing.delete')) return null
  const change = lastWord(writes, base.id, 'listing.change')
  const show = lastWord(writes, base.id, 'listing.show')
  return {
    listing: {
      ...base,
      ...(change ? changedWords(change) : {}),
      availability: { available: show?.available ?? base.availability.available },
    },
    photos: change?.photos ?? photosWithAlts(base),
    ...standingOf(writes, base.id),
  }
}

function changedWords(change: MutationPayload<'listing.change'>) {
  const { title, description, price, category, terms, quantity, cancellationPreset, pickupNote } = change
  const words = { title, description, category, terms, quantity, cancellationPreset }
  return { ...words, price: Number(price), pickupNote: pickupNote ?? null }
}

/** A listing's photos with what each shows, the cover first. */
export function photosWithAlts(listing: OwnListing): AltPhoto[] {
  return listingPhotos(listing).map((url, index) => ({ photo: { url }, alt: listing.photoAlts[index] ?? '' }))
}
