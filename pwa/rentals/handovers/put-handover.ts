import type { OutboxItem } from '../../disk/local-db'
import { laneOf, type MutationPayload, parseMutation, photosOf } from '../../disk/mutations'
import { dropPhotoIfUnneeded } from '../../drafts/kept-photos'
import { queuePhoto } from '../../photos/queue-photo'
import type { SyncEngine } from '../../sync/engine'
import { serverNow } from '../../sync/server-clock'
import { handoverDraft } from './handover-drafts'

/**
 * Saves one's page of a hand-over with its photos, and ends its draft, in one step on the disk. It is sent when the
 * connection allows. Only the last word counts: an earlier one that was refused, or never left, gives way to it.
 */
export async function putHandover(
  engine: SyncEngine,
  page: Omit<MutationPayload<'handover.put'>, 'composedAt'>,
): Promise<void> {
  const { db } = engine
  const payload = { ...page, composedAt: new Date(serverNow()).toISOString() }
  await engine.queueTogether(async (queue) => {
    const line = await db.outbox.where('lane').equals(laneOf('handover.put', payload)).toArray()
    const refused = line.filter(({ state }) => state === 'attention')
    await db.outbox.bulkDelete(refused.map(({ opId }) => opId))
    for (const blobId of photosOf('handover.put', payload)) await queuePhoto(db, queue, blobId)
    await queue('handover.put', payload)
    await handoverDraft(page.bookingId, page.moment).forget(db)
    for (const blobId of line.flatMap(photosIn)) await dropPhotoIfUnneeded(db, blobId)
  })
}

function photosIn({ kind, payload }: OutboxItem): string[] {
  const page = kind === 'handover.put' ? parseMutation(kind, payload) : null
  return page ? photosOf('handover.put', page) : []
}
