import type { LocalDb } from '../disk/local-db'
import type { MutationPayload } from '../disk/mutations'
import { readRefusedProfile } from '../session/profile-overlay'
import type { SyncEngine } from '../sync/engine'
import { discard } from '../sync/outbox'
import { profileDraft } from './profile-draft'

/**
 * Changes one's own profile; what is not named stays as it is. Photo, change and the end of the draft are one step on the
 * disk. A change that never left the device is joined with this one, and one that was refused is replaced by it.
 * @param change with the description that its form had shown first, when it changes the description
 */
export async function saveProfile(engine: SyncEngine, change: MutationPayload<'profile.save'>): Promise<void> {
  await engine.submit('profile.save', change, {
    draft: profileDraft,
    replacesRefused: true,
    merge: (unsent) => ({ ...unsent, ...change, ...(unsent?.seen && { seen: unsent.seen }) }),
  })
}

/** Gives up what is typed, and a change that was refused: the profile stays as it stands. */
export async function giveUpProfile(db: LocalDb): Promise<void> {
  await profileDraft.forget(db)
  const refused = await readRefusedProfile(db)
  if (refused) await discard(db, refused.opId)
}
