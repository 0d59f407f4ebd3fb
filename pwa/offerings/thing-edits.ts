import * as z from 'zod/mini'
import type { DraftKind } from '#schema/draft'
import type { LocalDb } from '../disk/local-db'
import { type Autosave, autosaveOf } from '../drafts/autosave'
import { type DeviceDraft, draftOf } from '../drafts/draft-of'
import { editDraftId } from '../drafts/end-draft'
import { blobsIn, fieldsWithPhotos } from '../drafts/kept-photos'
import { discard } from '../sync/outbox'

type Edit = Record<string, unknown>

/** Changes to a thing on offer that are being written; on this device alone, until they are saved. The form judges the values. */
export const editDraft = (kind: DraftKind, id: number): DeviceDraft<Edit> =>
  draftOf({
    id: editDraftId(kind, id),
    kind: `${kind}-edit`,
    shape: z.record(z.string(), z.unknown()),
    photosOf: blobsIn,
    startOf: ({ seen, over }) => ({ seen, over }),
  })

/** Saves the form of a thing's change as it is typed. */
export function autosaveEdit(db: LocalDb, kind: DraftKind, id: number): Autosave<Edit> {
  const draft = editDraft(kind, id)
  return autosaveOf(db, {
    ...draft.kept(db),
    async write(values, picked, notedAt) {
      // A photo that was picked as the page was left has not arrived: the photos before it stay.
      const whole = notedAt === null ? values : await fieldsWithPhotos(db, values)
      const before = notedAt === null ? null : await draft.read(db)
      await draft.save(db, { ...before, ...whole }, ...picked)
    },
  })
}

/**
 * Gives up what is typed in the form of a thing, and the refused ones of the changes that the form shows: the thing stays as
 * it stands.
 * @param over the ids of the changes
 */
export async function giveUpEdit(db: LocalDb, kind: DraftKind, id: number, over: readonly string[]): Promise<void> {
  await editDraft(kind, id).forget(db)
  const changes = await db.outbox.bulkGet([...over])
  for (const change of changes) if (change?.state === 'attention') await discard(db, change.opId)
}
