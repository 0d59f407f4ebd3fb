import { laneOf, type MutationPayload, photosOf } from '#schema/mutations'
import type { SyncEngine } from '../sync/engine'
import { dropUnsentSaves } from './keep-draft'
import { queuePhoto } from './queue-photo'

/**
 * Publishes a draft, under whose key the listing goes: however often this is pressed and sent, there is one listing. Its
 * photos and itself are put in line in one step, in place of a try that was refused. The draft stays until the listing is
 * back from the server.
 */
export async function publishListing(engine: SyncEngine, listing: MutationPayload<'listing.create'>): Promise<void> {
  const { db } = engine
  await engine.queueTogether(async (queue) => {
    const line = await db.outbox.where('lane').equals(laneOf('listing.create', listing)).toArray()
    if (line.some(({ state }) => state !== 'attention')) return
    await db.outbox.bulkDelete(line.map(({ opId }) => opId))
    await dropUnsentSaves(engine, listing.clientId)
    for (const blobId of photosOf('listing.create', listing)) await queuePhoto(db, queue, blobId)
    await queue('listing.create', listing)
  })
}

/** Takes a listing back that has not left this device; the draft can be written on. @returns whether it was in time */
export async function withdrawListing(engine: SyncEngine, key: string): Promise<boolean> {
  const { db } = engine
  return db.transaction('rw', db.outbox, async () => {
    const line = await db.outbox.where('lane').equals(`listing:${key}`).toArray()
    const item = line.find(({ kind }) => kind === 'listing.create')
    if (!item || item.everSent || item.state !== 'queued') return false
    await db.outbox.delete(item.opId)
    return true
  })
}
