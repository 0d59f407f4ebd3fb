import { liveQuery } from 'dexie'
import { type LocalDb, pausedWhy } from '../disk/local-db'

/**
 * Calls `onAllowed` when sending was stopped and may go on, whichever page the person has signed in on.
 * @returns a function that ends it
 */
export function whenAllowed(db: LocalDb, onAllowed: () => void): () => void {
  let wasPaused = false
  const watch = liveQuery(() => pausedWhy(db)).subscribe({
    next(why) {
      if (wasPaused && why === undefined) onAllowed()
      wasPaused = why !== undefined
    },
    error: () => undefined,
  })
  return () => watch.unsubscribe()
}
