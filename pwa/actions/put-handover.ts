import { laneOf, type MutationPayload, parseMutation, photosOf } from '#schema/mutations'
import { forgetHandoverDraft } from '../db/handover-drafts'
import { dropPhotoIfUnneeded, hasUpload } from '../db/kept-photos'
import type { OutboxItem } from '../db/local-db'
import type { QueueWrite, SyncEngine } from '../sync/engine'

/**
 * Saves one's page of a hand-over with its photos, and ends its draft, in one step on the disk. It is sent when the
 * connection allows. Only the last word counts: an earlier one that was refused, or never left, gives way to it.
 */
export async function putHandover(
  engine: SyncEngine,
  page: Omit<MutationPayload<'handover.put'>, 'composedAt'>,
): Promise<void> {
  const { db } = engine
  const payload = { ...page, composedAt: new Date().toISOString() }
  await engine.queueTogether(async (queue) => {
    const line = await db.outbox.where('lane').equals(laneOf('handover.put', payload)).toArray()
    const refused = line.filter(({ state }) => state === 'attention')
    await db.outbox.bulkDelete(refused.map(({ opId }) => opId))
    for (const blobId of photosOf('handover.put', payload)) await queueUpload(engine, queue, blobId)
    await queue('handover.put', payload)
    await forgetHandoverDraft(db, page.bookingId, page.moment)
    for (const blobId of line.flatMap(photosIn)) await dropPhotoIfUnneeded(db, blobId)
  })
}

/** Puts a photo in line once; one that was refused is tried again. */
async function queueUpload({ db }: SyncEngine, queue: QueueWrite, blobId: string): Promise<void> {
  if (!(await hasUpload(db, blobId))) await queue('photo.upload', { blobId })
  await db.outbox
    .where('lane')
    .equals(laneOf('photo.upload', { blobId }))
    .and(({ state }) => state === 'attention')
    .modify({ state: 'queued', readyAt: 0, attempts: 0, error: null })
}

function photosIn({ kind, payload }: OutboxItem): string[] {
  const page = kind === 'handover.put' ? parseMutation(kind, payload) : null
  return page ? photosOf('handover.put', page) : []
}
