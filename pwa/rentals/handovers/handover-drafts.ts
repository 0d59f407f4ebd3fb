import * as z from 'zod/mini'
import { HandoverCheck, type HandoverMoment } from '#schema/handover'
import type { LocalDb, PhotoBlob } from '../../disk/local-db'
import { PhotoRef } from '../../disk/mutations'
import type { KeptDraft } from '../../drafts/autosave'
import { endDraft } from '../../drafts/end-draft'
import { dropPhotoIfUnneeded } from '../../drafts/kept-photos'

/** A page of a hand-over as its person has it on the screen. A note is kept even while it is too long to be sent. */
export const HandoverDraft = z.object({
  checks: z.array(HandoverCheck),
  photos: z.array(PhotoRef),
  note: z.string().check(z.maxLength(100_000)),
})
export type HandoverDraft = z.infer<typeof HandoverDraft>

/** The typed and unsaved page, or null. A photo whose bytes are gone is left out. */
export async function readHandoverDraft(
  db: LocalDb,
  bookingId: number,
  moment: HandoverMoment,
): Promise<HandoverDraft | null> {
  const kept = HandoverDraft.safeParse((await db.drafts.get(draftId(bookingId, moment)))?.values)
  if (!kept.success) return null
  const held = new Set((await db.blobs.bulkGet(blobsIn(kept.data))).map((blob) => blob?.blobId))
  return { ...kept.data, photos: kept.data.photos.filter((photo) => !('blobId' in photo) || held.has(photo.blobId)) }
}

/** A page as it keeps itself. */
export function keptHandover(db: LocalDb, bookingId: number, moment: HandoverMoment): KeptDraft<HandoverDraft> {
  return {
    draftId: draftId(bookingId, moment),
    tables: [db.blobs, db.outbox],
    read: () => readHandoverDraft(db, bookingId, moment),
    write: (values, taken) => keepHandoverDraft(db, bookingId, moment, values, taken),
    parse: (noted) => HandoverDraft.safeParse(noted).data ?? null,
  }
}

/** Keeps a page as it is now, together with the photos that were just taken for it. */
export async function keepHandoverDraft(
  db: LocalDb,
  bookingId: number,
  moment: HandoverMoment,
  values: HandoverDraft,
  taken: PhotoBlob[] = [],
): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const before = await readHandoverDraft(db, bookingId, moment)
    await db.blobs.bulkPut(taken)
    await db.drafts.put({
      draftId: draftId(bookingId, moment),
      kind: 'handover',
      values,
      updatedAt: new Date().toISOString(),
    })
    for (const blobId of before ? blobsIn(before) : []) await dropPhotoIfUnneeded(db, blobId)
  })
}

/** Forgets what was typed; photos stay where a waiting write needs them. */
export async function forgetHandoverDraft(db: LocalDb, bookingId: number, moment: HandoverMoment): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const before = await readHandoverDraft(db, bookingId, moment)
    await endDraft(db, draftId(bookingId, moment))
    for (const blobId of before ? blobsIn(before) : []) await dropPhotoIfUnneeded(db, blobId)
  })
}

function blobsIn({ photos }: HandoverDraft): string[] {
  return photos.flatMap((photo) => ('blobId' in photo ? [photo.blobId] : []))
}

function draftId(bookingId: number, moment: HandoverMoment): string {
  return `handover:${bookingId}:${moment}`
}
