import type { OutboxItem } from '../disk/local-db'
import { laneOf, type MutationPayload, parseMutation, photosOf } from '../disk/mutations'
import { dropPhotoIfUnneeded, neededPhotos } from '../drafts/kept-photos'
import { queuePhoto } from '../photos/queue-photo'
import type { SyncEngine } from '../sync/engine'
import { profileDraft } from './profile-draft'

type ProfileSave = MutationPayload<'profile.save'>

/**
 * Changes one's own profile; what is not named stays as it is. Photo, change and the end of the draft are one step on the
 * disk. A change that never left the device is joined with this one, and one that was refused is replaced by it.
 */
export async function saveProfile(engine: SyncEngine, change: ProfileSave): Promise<void> {
  const { db } = engine
  await engine.queueTogether(async (queue) => {
    const line = await db.outbox.where('lane').equals(laneOf('profile.save', change)).sortBy('order')
    const refused = line.filter(({ state }) => state === 'attention')
    await db.outbox.bulkDelete(refused.map(({ opId }) => opId))
    for (const blobId of photosOf('profile.save', change)) await queuePhoto(db, queue, blobId)
    await queue('profile.save', { ...unsentChange(line.at(-1)), ...change })
    await profileDraft.forget(db)
    for (const blobId of line.flatMap(neededPhotos)) await dropPhotoIfUnneeded(db, blobId)
  })
}

/** The payload of the last write in line, when the next one will take its place. */
function unsentChange(last: OutboxItem | undefined): ProfileSave | null {
  if (last?.kind !== 'profile.save' || last.state !== 'queued' || last.everSent) return null
  return parseMutation('profile.save', last.payload)
}
