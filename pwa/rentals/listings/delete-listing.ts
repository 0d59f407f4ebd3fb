import type { OwnListing } from '#schema/listing'
import { thingKey } from '../../offerings/own-thing-writes'
import type { SyncEngine } from '../../sync/engine'

/** Deletes one's own listing; it goes from the screen at once and from the server when the connection allows. */
export async function deleteListing(engine: SyncEngine, listing: Pick<OwnListing, 'id' | 'clientId'>): Promise<void> {
  await engine.submit('listing.delete', { listingKey: thingKey(listing), listingId: listing.id })
}
