import type { CurrentUser } from '#schema/user'
import type { Base, LocalDb } from '../disk/local-db'
import type { ProfileOverlay } from './profile-overlay'

/** The lane of `profile.save`, written out because the rules of writes are too much for the first load. */
const LANE = 'profile'

export interface OwnProfileRows {
  /** The person as of the last pull; undefined before the first. */
  me: Base<CurrentUser> | undefined
  overlay: ProfileOverlay | null
}

/**
 * A person's own profile on this device. What waits is read first: a write leaves the outbox when its effect is on disk,
 * and must not be missing in between.
 */
export async function readOwnProfile(db: LocalDb, userId: number): Promise<OwnProfileRows> {
  const items = await db.outbox.where('lane').equals(LANE).toArray()
  const me = await db.me.get(userId)
  if (items.length === 0) return { me, overlay: null }
  const { profileOverlay } = await import('./profile-overlay')
  return { me, overlay: profileOverlay(items) }
}
