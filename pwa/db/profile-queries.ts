import type { CurrentUser } from '#schema/user'
import type { Base, LocalDb, OutboxItem } from './local-db'
import type { ProfileOverlay, RefusedProfile } from './profile-overlay'

/** The lane of `profile.save`, written out because the rules of writes are too much for the first load. */
const LANE = 'profile'

export interface OwnProfile {
  /** What the last pull has brought of the person; undefined before the first. */
  me: Base<CurrentUser> | undefined
  overlay: ProfileOverlay | null
}

/**
 * A person's own profile on this device. What waits is read first: a write leaves the outbox when its effect is on disk,
 * and must not be missing in between.
 */
export async function readOwnProfile(db: LocalDb, userId: number): Promise<OwnProfile> {
  const items = await profileWrites(db)
  const me = await db.me.get(userId)
  if (items.length === 0) return { me, overlay: null }
  const { profileOverlay } = await import('./profile-overlay')
  return { me, overlay: profileOverlay(items) }
}

/** The newest change of the profile that was refused, or null. */
export async function readRefusedProfile(db: LocalDb): Promise<RefusedProfile | null> {
  const items = await profileWrites(db)
  if (items.length === 0) return null
  const { refusedProfile } = await import('./profile-overlay')
  return refusedProfile(items)
}

function profileWrites(db: LocalDb): Promise<OutboxItem[]> {
  return db.outbox.where('lane').equals(LANE).toArray()
}
