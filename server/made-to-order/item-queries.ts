import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { Item } from '#schema/made-to-order'
import type { Db } from '../db/client'
import { madeToOrderItems, users } from '../db/tables'

const shown = and(isNull(madeToOrderItems.deletedAt), isNull(madeToOrderItems.hiddenAt))

function toItem(row: typeof madeToOrderItems.$inferSelect, ownerUsername: string): Item {
  const { hiddenAt: _hidden, deletedAt: _deleted, clientId: _client, ...item } = row
  return { ...item, ownerUsername }
}

/** Items by id, also archived ones: their buyers still see them. */
export async function findItems(db: Db, ids: number[]): Promise<Map<number, Item>> {
  const rows = await itemQuery(db).where(inArray(madeToOrderItems.id, ids))
  return new Map(rows.map(({ item, ownerUsername }) => [item.id, toItem(item, ownerUsername)]))
}

/** Items on show, newest first; `cursor` is the id to continue below. */
export async function listItems(
  db: Db,
  page: { cursor?: number | undefined; limit?: number | undefined },
  userId?: number,
): Promise<Item[]> {
  const query = itemQuery(db)
    .where(
      and(
        shown,
        page.cursor ? lt(madeToOrderItems.id, page.cursor) : undefined,
        userId === undefined ? undefined : eq(madeToOrderItems.userId, userId),
      ),
    )
    .orderBy(desc(madeToOrderItems.id))
    .$dynamic()
  const rows = await (page.limit ? query.limit(page.limit) : query)
  return rows.map(({ item, ownerUsername }) => toItem(item, ownerUsername))
}

/** One item on show, or null. */
export async function findItem(db: Db, id: number): Promise<Item | null> {
  const [found] = await itemQuery(db).where(and(eq(madeToOrderItems.id, id), shown))
  return found ? toItem(found.item, found.ownerUsername) : null
}

function itemQuery(db: Db) {
  return db.read
    .select({ item: madeToOrderItems, ownerUsername: users.username })
    .from(madeToOrderItems)
    .innerJoin(users, eq(users.id, madeToOrderItems.userId))
    .$dynamic()
}
