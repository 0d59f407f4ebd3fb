import type { OwnListing } from '#schema/listing'
import { thingKey } from '../../offerings/own-thing-writes'
import type { SyncEngine } from '../../sync/engine'
import { pressedNow } from '../../sync/server-clock'

/** Pauses one's own listing, or opens it again; seen at once and sent when the connection allows. */
export async function showListing(
  engine: SyncEngine,
  listing: Pick<OwnListing, 'id' | 'clientId'>,
  available: boolean,
): Promise<void> {
  await engine.submit('listing.show', {
    listingKey: thingKey(listing),
    listingId: listing.id,
    available,
    pressedAt: pressedNow(),
  })
}
