import type { LocalDb } from '../../disk/local-db'
import { readThingWrites, type WaitingThing } from '../../offerings/own-thing-writes'
import { overlayListing, type ShownOwnListing } from './own-listing-overlay'

/** A person's listings, on show or paused, and those that are about to be. */
export interface OwnListingRows {
  /** Newest first. */
  listings: ShownOwnListing[]
  /** Listings that the server does not have yet, newest first. */
  waiting: WaitingThing<'listing'>[]
}

/** All of a person's listings with their waiting writes. */
export async function readOwnListings(db: LocalDb): Promise<OwnListingRows> {
  const writes = await readThingWrites(db, 'listing')
  const rows = await db.ownListings.orderBy('id').reverse().toArray()
  const here = new Set(rows.map(({ clientId }) => clientId))
  return {
    listings: rows.flatMap((row) => overlayListing(row, writes) ?? []),
    waiting: writes.created.filter(({ thing }) => !here.has(thing.clientId)).toReversed(),
  }
}

/** One of a person's listings, or null. */
export async function readOwnListing(db: LocalDb, id: number): Promise<ShownOwnListing | null> {
  const writes = await readThingWrites(db, 'listing')
  const row = await db.ownListings.get(id)
  return row ? overlayListing(row, writes) : null
}
