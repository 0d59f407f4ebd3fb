import { laneOf, type MutationPayload, parseMutation, photosOf } from '#schema/mutations'
import { dropPhotoIfUnneeded } from '../db/kept-photos'
import { forgetListingEdit } from '../db/listing-edits'
import type { SyncEngine } from '../sync/engine'
import { queuePhoto } from './queue-photo'

/** Changes one's own listing; kept at once and sent when the connection allows. Only the last words count. */
export async function changeListing(engine: SyncEngine, listing: MutationPayload<'listing.change'>): Promise<void> {
  const { db } = engine
  await engine.queueTogether(async (queue) => {
    const line = await db.outbox.where('lane').equals(laneOf('listing.change', listing)).toArray()
    const changes = line.filter(({ kind }) => kind === 'listing.change')
    await db.outbox.bulkDelete(changes.filter(({ state }) => state === 'attention').map(({ opId }) => opId))
    for (const blobId of photosOf('listing.change', listing)) await queuePhoto(db, queue, blobId)
    await queue('listing.change', listing)
    await forgetListingEdit(db, listing.listingId)
    // Photos of earlier words that another photo has taken the place of.
    const earlier = changes.flatMap(({ payload }) => {
      const change = parseMutation('listing.change', payload)
      return change ? photosOf('listing.change', change) : []
    })
    for (const blobId of earlier) await dropPhotoIfUnneeded(db, blobId)
  })
}
