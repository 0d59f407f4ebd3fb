import type { LocalDb } from '../disk/local-db'
import { closeNotices } from './close-notices'
import { markNewsSeen, type News } from './news'

/** Cards that come on the screen together are marked together: each write makes every list read anew. */
const TOGETHER_MS = 100

const waiting = new Map<LocalDb, Map<string, News | null>>()

/**
 * A card has been on a screen in front of its person: marks its news as seen, with the others that are seen within a moment, and
 * closes its notifications.
 * @param tag names the card in notifications
 */
export function noteSeen(db: LocalDb, tag: string, news: News | null): void {
  const batch = waiting.get(db) ?? new Map<string, News | null>()
  batch.set(tag, news)
  if (waiting.has(db)) return
  waiting.set(db, batch)
  setTimeout(() => {
    waiting.delete(db)
    const all = [...batch.values()].filter((one) => one !== null)
    // A disk that cannot be written now: they are seen with the next look.
    markNewsSeen(db, all).catch(() => undefined)
    closeNotices([...batch.keys()], 'card').catch(() => undefined)
  }, TOGETHER_MS)
}
