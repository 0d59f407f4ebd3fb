import * as z from 'zod/mini'
import type { LocalDb, PhotoBlob } from '../disk/local-db'
import { PhotoRef } from '../disk/mutations'
import type { KeptDraft } from '../drafts/autosave'
import { endDraft } from '../drafts/end-draft'
import { dropPhotoIfUnneeded } from '../drafts/kept-photos'

const DRAFT_ID = 'profile'
/** Typed text is kept even while it is too long to be sent; this only keeps nonsense out of storage. */
const Typed = z.string().check(z.maxLength(100_000))

/** The profile form as it is typed. `photoUrl` is a photo's address elsewhere; while there is one it goes before `photo`. */
export const ProfileFields = z.object({ description: Typed, photo: z.nullable(PhotoRef), photoUrl: Typed })
export type ProfileFields = z.infer<typeof ProfileFields>

/** A form with what it started from, so that what nobody touched can follow the person's other devices. */
export const ProfileDraft = z.object({ base: ProfileFields, values: ProfileFields })
export type ProfileDraft = z.infer<typeof ProfileDraft>

/** The kept form, or null. One whose photo is gone goes on with the photo that was there before. */
export async function readProfileDraft(db: LocalDb): Promise<ProfileDraft | null> {
  const kept = ProfileDraft.safeParse((await db.drafts.get(DRAFT_ID))?.values)
  if (!kept.success) return null
  const { base, values } = kept.data
  const { photo } = values
  if (photo && 'blobId' in photo && !(await db.blobs.get(photo.blobId)))
    return { base, values: { ...values, photo: base.photo } }
  return kept.data
}

/** The form as it keeps itself. */
export function keptProfile(db: LocalDb): KeptDraft<ProfileDraft> {
  return {
    draftId: DRAFT_ID,
    tables: [db.blobs, db.outbox],
    read: () => readProfileDraft(db),
    write: (draft, [picked]) => keepProfileDraft(db, draft, picked),
    parse: (noted) => ProfileDraft.safeParse(noted).data ?? null,
  }
}

/** Keeps the form as it is now, together with the photo that was just picked for it, if any. */
export async function keepProfileDraft(db: LocalDb, draft: ProfileDraft, picked?: PhotoBlob): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const before = await readProfileDraft(db)
    if (picked) await db.blobs.put(picked)
    await db.drafts.put({ draftId: DRAFT_ID, kind: 'profile', values: draft, updatedAt: new Date().toISOString() })
    await dropUnneeded(db, before)
  })
}

/** Forgets the form; its photo stays where a waiting write needs it. */
export async function forgetProfileDraft(db: LocalDb): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const before = await readProfileDraft(db)
    await endDraft(db, DRAFT_ID)
    await dropUnneeded(db, before)
  })
}

async function dropUnneeded(db: LocalDb, before: ProfileDraft | null): Promise<void> {
  const photo = before?.values.photo
  if (photo && 'blobId' in photo) await dropPhotoIfUnneeded(db, photo.blobId)
}
