import type { LocalDb } from './local-db'
import {
  type ListingWrites,
  listingWrites,
  overlayListing,
  type ShownOwnListing,
  type WaitingListing,
} from './own-listing-overlay'

/** What a person has on offer, on show or paused, and what is about to be. */
export interface OwnListings {
  /** Newest first. */
  listings: ShownOwnListing[]
  /** Listings that the server does not have yet, newest first. */
  waiting: WaitingListing[]
}

/** All of a person's listings with their waiting writes. The outbox is read first: a row must not be missing in between. */
export async function readOwnListings(db: LocalDb): Promise<OwnListings> {
  const writes = await readWrites(db)
  const rows = await db.ownListings.orderBy('id').reverse().toArray()
  const here = new Set(rows.map(({ clientId }) => clientId))
  return {
    listings: rows.flatMap((row) => overlayListing(row, writes) ?? []),
    waiting: writes.created.filter(({ listing }) => !here.has(listing.clientId)).toReversed(),
  }
}

/** One of a person's listings, or null. */
export async function readOwnListing(db: LocalDb, id: number): Promise<ShownOwnListing | null> {
  const writes = await readWrites(db)
  const row = await db.ownListings.get(id)
  return row ? overlayListing(row, writes) : null
}

/** What became of the draft under `key`: on its way, refused, or a listing with a number. Null while it is only a draft. */
export async function readPublication(
  db: LocalDb,
  key: string,
): Promise<{ waiting: WaitingListing } | { listingId: number } | null> {
  const [waiting] = (await readWrites(db)).created.filter(({ listing }) => listing.clientId === key)
  const row = await db.ownListings.where('clientId').equals(key).first()
  if (row) return { listingId: row.id }
  return waiting ? { waiting } : null
}

async function readWrites(db: LocalDb): Promise<ListingWrites> {
  return listingWrites(await db.outbox.where('lane').startsWith('listing:').toArray())
}
