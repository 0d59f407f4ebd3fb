import type { LocalDb } from '../disk/local-db'

/** A message between the pages and the worker of one account: rows have come, or the server refused a write. */
export type AccountNews = 'pulled' | { refused: string }

/** The opener hears the others, not itself, and closes it. Pages of an earlier build are on it too. */
export function openAccountChannel(db: LocalDb): BroadcastChannel {
  return new BroadcastChannel(`${db.name}/pulled`)
}
