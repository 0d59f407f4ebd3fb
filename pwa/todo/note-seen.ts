import type { LocalDb } from '../disk/local-db'
import { markNewsSeen, type News } from './news'

/** Cards that come on the screen together are marked together: each write makes every list read anew. */
const TOGETHER_MS = 100

const waiting = new Map<LocalDb, Map<string, News>>()

/** Marks news as seen, with the others that are seen within a moment. */
export function noteSeen(db: LocalDb, news: News): void {
  const batch = waiting.get(db) ?? new Map<string, News>()
  batch.set(news.key, news)
  if (waiting.has(db)) return
  waiting.set(db, batch)
  setTimeout(() => {
    waiting.delete(db)
    // A disk that cannot be written now: they are seen with the next look.
    markNewsSeen(db, [...batch.values()]).catch(() => undefined)
  }, TOGETHER_MS)
}
