import type { MutationPayload } from '../disk/mutations'
import type { SyncEngine } from '../sync/engine'
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
