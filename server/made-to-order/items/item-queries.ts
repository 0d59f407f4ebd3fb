import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Item, OwnItem } from '#schema/made-to-order'
import { ratingOf } from '#schema/rating'
import type { Reads } from '../../db/client'
import { findRow } from '../../db/find-row'
import { isOneOf } from '../../db/is-one-of'
import { madeToOrderItems, users } from '../../db/tables'
import { LIST_PAGE } from '../../http/list-page'

export type ItemRow = typeof madeToOrderItems.$inferSelect

const shown = and(isNull(madeToOrderItems.deletedAt), isNull(madeToOrderItems.hiddenAt))

/** An item as everyone sees it. */
function toItem(row: ItemRow, ownerUsername: string): Item {
  const { hiddenAt: _hidden, deletedAt: _deleted, clientId: _client, reviewCount, reviewStars, ...item } = row
  return { ...item, ownerUsername, ...ratingOf({ reviewCount, reviewStars }) }
}

/** An item as its maker sees it, archived or not. */
export function toOwnItem(row: ItemRow, ownerUsername: string): OwnItem {
  return {
    ...toItem(row, ownerUsername),
    archived: row.deletedAt !== null,
    hidden: row.hiddenAt !== null,
    clientId: row.clientId,
  }
}

/** Items by id, also archived ones: their buyers still see them. */
export async function findItems(db: Reads, ids: number[]): Promise<Map<number, Item>> {
  const rows = await itemQuery(db).where(isOneOf(madeToOrderItems.id, ids))
  return new Map(rows.map(({ item, ownerUsername }) => [item.id, toItem(item, ownerUsername)]))
}

/** Items by id for their maker's devices. */
export async function findOwnItems(db: Reads, ids: number[]): Promise<Map<number, OwnItem>> {
  const rows = await itemQuery(db).where(isOneOf(madeToOrderItems.id, ids))
  return new Map(rows.map(({ item, ownerUsername }) => [item.id, toOwnItem(item, ownerUsername)]))
}

/** Items on show, newest first; `cursor` is the id to continue below. */
export async function listItems(
  db: Reads,
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
  const rows = await query.limit(page.limit ?? LIST_PAGE)
  return rows.map(({ item, ownerUsername }) => toItem(item, ownerUsername))
}

/** One item on show, or null. */
export async function findItem(db: Reads, id: number): Promise<Item | null> {
  const [found] = await itemQuery(db).where(and(eq(madeToOrderItems.id, id), shown))
  return found ? toItem(found.item, found.ownerUsername) : null
}

/** An item's row, archived or not, or null. */
export async function findItemRow(db: Reads, id: number): Promise<ItemRow | null> {
  return findRow(db, madeToOrderItems, eq(madeToOrderItems.id, id))
}

/** The item that this maker posted under `clientId`, or null. */
export async function findItemByClientId(db: Reads, userId: number, clientId: string): Promise<ItemRow | null> {
  return findRow(
    db,
    madeToOrderItems,
    and(eq(madeToOrderItems.userId, userId), eq(madeToOrderItems.clientId, clientId)),
  )
}

function itemQuery(db: Reads) {
  return db.read
    .select({ item: madeToOrderItems, ownerUsername: users.username })
    .from(madeToOrderItems)
    .innerJoin(users, eq(users.id, madeToOrderItems.userId))
    .$dynamic()
}
