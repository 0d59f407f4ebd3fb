import type { LocalDb } from '../disk/local-db'
import type { MutationPayload } from '../disk/mutations'
import { pendingOf } from '../disk/pending-of'
import { dropFromGallery } from '../inspiration/sharing/gallery-photos'
import { type RefusedProfile, readRefusedProfile } from '../session/profile-overlay'
import type { SyncEngine } from '../sync/engine'
import { discard } from '../sync/outbox'
import { profileDraft } from './profile-draft'

/** The changes whose words a form shows from its start: those that were refused, and the ids of those that waited. */
export interface ShownChanges {
  refused: RefusedProfile | null
  waited: string[]
}

export async function readShownChanges(db: LocalDb): Promise<ShownChanges> {
  const waited = db.outbox
    .where('lane')
    .equals('profile')
    .and(({ state }) => state !== 'attention')
  return { waited: await waited.primaryKeys(), refused: await readRefusedProfile(db) }
}

/**
 * Changes one's own profile; what is not named stays as it is. Photo, change and the end of the draft are one step on the
 * disk. A change that never left the device is joined with this one, and so is one that was refused after the form had shown
 * it as waiting. Those that the form showed as refused are replaced.
 * @param change with the description that its form had shown first, when it changes the description
 * @returns the id of the write; null when nothing is to be sent
 */
export async function saveProfile(
  engine: SyncEngine,
  change: MutationPayload<'profile.save'>,
  { refused, waited }: ShownChanges = { refused: null, waited: [] },
): Promise<string | null> {
  // Another tab may have put it there, with a photo of its own.
  if (change.photo && 'blobId' in change.photo) await dropFromGallery(engine.db, change.photo.blobId)
  return engine.submit('profile.save', change, {
    draft: profileDraft,
    replacesRefused: [...waited, ...(refused?.opIds ?? [])],
    merge(unsent, line) {
      const gone = line.filter(({ opId, state }) => state === 'attention' && waited.includes(opId))
      const parts = [...pendingOf(gone, 'profile.save').map(({ payload }) => payload), unsent ?? {}, change]
      const seen = parts.find((part) => part.seen)?.seen
      const joined = Object.assign({}, ...parts, seen && { seen })
      return Object.keys(joined).length > 0 ? joined : null
    },
  })
}

/** Gives up what is typed, and the changes that the form showed as refused: the profile stays as it stands. */
export async function giveUpProfile(db: LocalDb, { refused }: ShownChanges): Promise<void> {
  await profileDraft.forget(db)
  for (const opId of refused?.opIds ?? []) await discard(db, opId)
}
