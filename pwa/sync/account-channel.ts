import type { LocalDb } from '../disk/local-db'

/** What pages and the worker of one account tell each other: rows have come, or the server would not take a write. */
export type AccountNews = 'pulled' | { refused: string }

/** Whoever opens it hears the others, not itself, and closes it. Pages of an earlier build are on it too. */
export function openAccountChannel(db: LocalDb): BroadcastChannel {
  return new BroadcastChannel(`${db.name}/pulled`)
}
