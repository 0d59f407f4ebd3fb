import * as z from 'zod/mini'
import { listingPhotos, OwnListing } from '#schema/listing'
import { type AltPhoto, type MutationPayload, parseMutation, type SeenWords } from '../../disk/mutations'
import { layOver, type SentChange } from '../../drafts/seen-words'
import { lastWord, type ShownOwn, standingOf, type ThingWrites, wordsInLine } from '../../offerings/own-thing-writes'
import { RULE_NAMES, ruleWords, sentRuleWords } from './listing-rule-values'

/** A listing as its owner's device shows it: with what they have done to it that the server has not confirmed yet. */
export interface ShownOwnListing extends ShownOwn {
  listing: OwnListing
}

/** The server's row with its owner's waiting writes on top; null when they have deleted it. */
export function overlayListing(base: OwnListing, writes: ThingWrites<'listing'>): ShownOwnListing | null {
  if (lastWord(writes, base.id, 'listing.delete')) return null
  const show = lastWord(writes, base.id, 'listing.show')
  const available = show?.available ?? base.availability.available
  const stands: ShownOwnListing = { listing: { ...base, availability: { available } }, photos: photosWithAlts(base) }
  const shown = wordsInLine(writes, base.id, 'listing.change').reduce(
    (before, change) => withListingWords(before, layOver(listingWords(before), sentIn(change))),
    stands,
  )
  return { ...shown, ...standingOf(writes, base.id) }
}

/** The parts of a listing that its owner can change, as shown. */
export function listingWords({ listing, photos }: ShownOwnListing): SeenWords {
  const { title, description, price, category, terms, quantity, cancellationPreset, pickupNote } = listing
  const words = { title, description, price, category, terms, quantity, cancellationPreset, pickupNote }
  return { words: { ...words, ...ruleWords(listing) }, photos }
}

/** The listing with other words. */
export function withListingWords<Shown extends ShownOwnListing>(shown: Shown, { words, photos }: SeenWords): Shown {
  const isTaken = (name: string) => (RULE_NAMES as string[]).includes(name) && words[name] === null
  const stated = Object.fromEntries(Object.entries(words).filter(([name]) => !isTaken(name)))
  const known = z.partial(OwnListing).safeParse(stated).data ?? {}
  const listing = { ...shown.listing, ...known }
  // A row leaves out a rule that is not there.
  for (const name of RULE_NAMES) if (isTaken(name)) delete listing[name]
  return { ...shown, listing, photos }
}

/** An edit as it was sent, in the row's words; null when it makes no sense. */
export function sentListingChange(payload: unknown): SentChange | null {
  const change = parseMutation('listing.change', payload)
  return change && sentIn(change)
}

function sentIn(change: MutationPayload<'listing.change'>): SentChange {
  const { title, description, price, category, terms, quantity, cancellationPreset, pickupNote, photos, seen } = change
  const words = { title, description, category, terms, quantity, cancellationPreset, ...sentRuleWords(change) }
  return { sent: { words: { ...words, price: Number(price), pickupNote: pickupNote ?? null }, photos }, seen }
}

/** A listing's photos with what each shows, the cover first. */
function photosWithAlts(listing: OwnListing): AltPhoto[] {
  return listingPhotos(listing).map((url, index) => ({ photo: { url }, alt: listing.photoAlts[index] ?? '' }))
}
