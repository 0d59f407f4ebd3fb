import type { LocalDb } from '../../disk/local-db'
import { type ThingWrites, thingWrites, type WaitingThing } from '../../offerings/own-thing-writes'
import { overlayListing, type ShownOwnListing } from './own-listing-overlay'

/** A person's listings, on show or paused, and those that are about to be. */
export interface OwnListingRows {
  /** Newest first. */
  listings: ShownOwnListing[]
  /** Listings that the server does not have yet, newest first. */
  waiting: WaitingThing<'listing'>[]
}

/** All of a person's listings with their waiting writes. The outbox is read first: a row must not be missing in between. */
export async function readOwnListings(db: LocalDb): Promise<OwnListingRows> {
  const writes = await readWrites(db)
  const rows = await db.ownListings.orderBy('id').reverse().toArray()
  const here = new Set(rows.map(({ clientId }) => clientId))
  return {
    listings: rows.flatMap((row) => overlayListing(row, writes) ?? []),
    waiting: writes.created.filter(({ thing }) => !here.has(thing.clientId)).toReversed(),
  }
}

/** One of a person's listings, or null. */
export async function readOwnListing(db: LocalDb, id: number): Promise<ShownOwnListing | null> {
  const writes = await readWrites(db)
  const row = await db.ownListings.get(id)
  return row ? overlayListing(row, writes) : null
}

async function readWrites(db: LocalDb): Promise<ThingWrites<'listing'>> {
  return thingWrites('listing', await db.outbox.where('lane').startsWith('listing:').toArray())
}
