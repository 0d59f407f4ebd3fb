import { endDraft } from './end-draft'
import type { KeptDraft } from './keeper'
import { blobsIn, dropPhotoIfUnneeded, fieldsWithPhotos } from './kept-photos'
import type { LocalDb, PhotoBlob } from './local-db'

/** Changes to a listing that are being written; on this device alone, until they are saved. */
const KIND = 'listing-edit'

/** The form of a listing's change as it was left here, or null. What it holds is for the form to judge. */
export async function readListingEdit(db: LocalDb, listingId: number): Promise<Record<string, unknown> | null> {
  const values = (await db.drafts.get(draftId(listingId)))?.values
  return values !== null && typeof values === 'object' ? (values as Record<string, unknown>) : null
}

/** The form of a listing's change as it keeps itself. */
export function keptListingEdit(db: LocalDb, listingId: number): KeptDraft<Record<string, unknown>> {
  return {
    draftId: draftId(listingId),
    tables: [db.blobs, db.outbox],
    read: () => readListingEdit(db, listingId),
    async write(values, picked, notedAt) {
      // A photo that was picked as the page was left has not arrived: the photos before it stay.
      const whole = notedAt === null ? values : await fieldsWithPhotos(db, values)
      const before = notedAt === null ? null : await readListingEdit(db, listingId)
      await keepListingEdit(db, listingId, { ...before, ...whole }, picked)
    },
    parse: (noted) => (noted !== null && typeof noted === 'object' ? (noted as Record<string, unknown>) : null),
  }
}

/** Keeps the form as it is now, with photos that were picked for it just now. */
export async function keepListingEdit(
  db: LocalDb,
  listingId: number,
  values: Record<string, unknown>,
  picked: PhotoBlob[] = [],
): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const before = await readListingEdit(db, listingId)
    if (picked.length > 0) await db.blobs.bulkPut(picked)
    await db.drafts.put({ draftId: draftId(listingId), kind: KIND, values, updatedAt: new Date().toISOString() })
    await dropUnneeded(db, before)
  })
}

/** Forgets what was written; its photos stay where a waiting write needs them. */
export async function forgetListingEdit(db: LocalDb, listingId: number): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const before = await readListingEdit(db, listingId)
    await endDraft(db, draftId(listingId))
    await dropUnneeded(db, before)
  })
}

async function dropUnneeded(db: LocalDb, before: Record<string, unknown> | null): Promise<void> {
  for (const blobId of blobsIn(before)) await dropPhotoIfUnneeded(db, blobId)
}

function draftId(listingId: number): string {
  return `${KIND}:${listingId}`
}
