import type { LocalDb } from '../disk/local-db'
import type { Catalogue } from '../sync/catalogue'
import { type PostWrites, postWrites } from './post-overlay'

/**
 * The person's writes about their posts since the last pull. The catalogue is brought up to date first: a write leaves
 * the outbox when its effect is on disk, and a post must not be missing in between.
 */
export async function readPostWrites(db: LocalDb, catalogue: Catalogue): Promise<PostWrites> {
  const [items, receipts] = await Promise.all([
    db.outbox.where('lane').startsWith('post:').toArray(),
    db.receipts.toArray(),
  ])
  await catalogue.refresh()
  return postWrites(items, receipts)
}
