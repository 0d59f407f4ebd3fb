import type { OwnListing } from '#schema/listing'
import { forgetListingEdit } from '../db/listing-edits'
import { listingKey } from '../db/own-listing-overlay'
import type { SyncEngine } from '../sync/engine'

/** Deletes one's own listing; it goes from the screen at once and from the server when the connection allows. */
export async function deleteListing(engine: SyncEngine, listing: Pick<OwnListing, 'id' | 'clientId'>): Promise<void> {
  await engine.queueTogether(async (queue) => {
    await queue('listing.delete', { listingKey: listingKey(listing), listingId: listing.id })
    await forgetListingEdit(engine.db, listing.id)
  })
}
