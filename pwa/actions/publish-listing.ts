import { laneOf, type MutationPayload, photosOf } from '#schema/mutations'
import type { LocalDb } from '../db/local-db'
import type { SyncEngine } from '../sync/engine'
import { dropUnsentSaves } from './keep-draft'

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
    for (const blobId of await photosToSend(db, photosOf('listing.create', listing)))
      await queue('photo.upload', { blobId })
    await queue('listing.create', listing)
  })
}

/** Which of these photos are neither at the server nor in line for it. An upload that was refused begins anew. */
export async function photosToSend(db: LocalDb, blobIds: string[]): Promise<string[]> {
  const lane = (blobId: string) => laneOf('photo.upload', { blobId })
  const line = await db.outbox.where('lane').anyOf(blobIds.map(lane)).toArray()
  const refused = line.filter(({ state }) => state === 'attention')
  await db.outbox.bulkDelete(refused.map(({ opId }) => opId))
  const inLine = new Set(line.flatMap((item) => (refused.includes(item) ? [] : [item.lane])))
  const held = await db.blobs.bulkGet(blobIds)
  const uploaded = new Set(held.flatMap((photo) => (photo?.url == null ? [] : [photo.blobId])))
  return blobIds.filter((blobId) => !inLine.has(lane(blobId)) && !uploaded.has(blobId))
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
