import type { DraftKind } from '#schema/draft'
import type { LocalDb, PhotoBlob } from '../disk/local-db'
import type { KeptDraft } from '../drafts/autosave'
import { endDraft } from '../drafts/end-draft'
import { blobsIn, dropPhotoIfUnneeded, fieldsWithPhotos } from '../drafts/kept-photos'

/** Changes to a thing on offer that are being written; on this device alone, until they are saved. */

/** The form of a thing's change as it was left here, or null. What it holds is for the form to judge. */
export async function readEdit(db: LocalDb, kind: DraftKind, id: number): Promise<Record<string, unknown> | null> {
  const values = (await db.drafts.get(draftId(kind, id)))?.values
  return values !== null && typeof values === 'object' ? (values as Record<string, unknown>) : null
}

/** The form of a thing's change as it keeps itself. */
export function keptEdit(db: LocalDb, kind: DraftKind, id: number): KeptDraft<Record<string, unknown>> {
  return {
    draftId: draftId(kind, id),
    tables: [db.blobs, db.outbox],
    read: () => readEdit(db, kind, id),
    async write(values, picked, notedAt) {
      // A photo that was picked as the page was left has not arrived: the photos before it stay.
      const whole = notedAt === null ? values : await fieldsWithPhotos(db, values)
      const before = notedAt === null ? null : await readEdit(db, kind, id)
      await keepEdit(db, kind, id, { ...before, ...whole }, picked)
    },
    parse: (noted) => (noted !== null && typeof noted === 'object' ? (noted as Record<string, unknown>) : null),
  }
}

/** Keeps the form as it is now, with photos that were picked for it just now. */
export async function keepEdit(
  db: LocalDb,
  kind: DraftKind,
  id: number,
  values: object,
  picked: PhotoBlob[] = [],
): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const before = await readEdit(db, kind, id)
    if (picked.length > 0) await db.blobs.bulkPut(picked)
    const updatedAt = new Date().toISOString()
    await db.drafts.put({ draftId: draftId(kind, id), kind: editKind(kind), values, updatedAt })
    await dropUnneeded(db, before)
  })
}

/** Forgets what was written; its photos stay where a waiting write needs them. */
export async function forgetEdit(db: LocalDb, kind: DraftKind, id: number): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const before = await readEdit(db, kind, id)
    await endDraft(db, draftId(kind, id))
    await dropUnneeded(db, before)
  })
}

async function dropUnneeded(db: LocalDb, before: Record<string, unknown> | null): Promise<void> {
  for (const blobId of blobsIn(before)) await dropPhotoIfUnneeded(db, blobId)
}

function editKind(kind: DraftKind): string {
  return `${kind}-edit`
}

function draftId(kind: DraftKind, id: number): string {
  return `${editKind(kind)}:${id}`
}
