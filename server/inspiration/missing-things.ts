import { inArray } from 'drizzle-orm'
import type { PostLink } from '#schema/inspiration'
import type { Db } from '../db/client'
import { listings, madeToOrderItems } from '../db/tables'

/** Those of the listings and items that never existed; a withdrawn one did. */
export async function missingThings(db: Db, things: readonly PostLink[]): Promise<PostLink[]> {
  const idsOf = (kind: PostLink['kind']) => things.filter((thing) => thing.kind === kind).map(({ id }) => id)
  const [rented, made] = await Promise.all([
    db.read
      .select({ id: listings.id })
      .from(listings)
      .where(inArray(listings.id, idsOf('listing'))),
    db.read
      .select({ id: madeToOrderItems.id })
      .from(madeToOrderItems)
      .where(inArray(madeToOrderItems.id, idsOf('item'))),
  ])
  const known = { listing: new Set(rented.map(({ id }) => id)), item: new Set(made.map(({ id }) => id)) }
  return things.filter(({ kind, id }) => !known[kind].has(id))
}
