import { type SQL, sql } from 'drizzle-orm'
import { MADE_TO_ORDER_CATEGORIES } from '#schema/category-names'
import type { Day } from '#schema/date-range'
import type { ItemSearch } from '#schema/endpoints'
import type { Item } from '#schema/made-to-order'
import { dollarsToCents } from '#schema/money'
import type { Db } from '../../db/client'
import { filterQuery, findHits } from '../../search/find-hits'
import { filterWord } from '../../search/search-index'
import { itemIndex } from './item-index'
import { findItems } from './item-queries'

/** Searches all items on show, see `findHits`. @throws Refusal `validation` for a cursor that no page gave */
export async function searchItems(
  db: Db,
  search: ItemSearch,
  today: Day,
): Promise<{ items: Item[]; cursor: string | null }> {
  const { text, categories, sort, cursor: from, limit, ids: given } = search
  const named = new Set(categories?.split(',') ?? [])
  const chosen = MADE_TO_ORDER_CATEGORIES.filter((category) => named.has(category))
  const { ids, cursor } = await findHits(db, {
    index: itemIndex,
    rows: { table: 'made_to_order_items', cents: 'price' },
    filters: filterQuery([chosen.map((category) => filterWord('category', category))]),
    isWanted: isWanted(search, today),
    byNumber: given !== undefined,
    ...{ text, sort, cursor: from, limit },
  })
  const rows = await findItems(db, ids)
  return { items: ids.flatMap((id) => rows.get(id) ?? []), cursor }
}

/** Is an item on show, and as the search wants it? */
function isWanted({ by, open, least, most, before, ids }: ItemSearch, today: Day): SQL {
  const conditions = [sql`r.deleted_at IS NULL AND r.hidden_at IS NULL`]
  if (open) conditions.push(sql`coalesce(r.paused_until, '') < ${today}`)
  if (by) conditions.push(isReadyBy(by, today))
  if (least !== undefined) conditions.push(sql`r.price >= ${dollarsToCents(least)}`)
  if (most !== undefined) conditions.push(sql`r.price <= ${dollarsToCents(most)}`)
  if (before) conditions.push(sql`r.id < ${before}`)
  if (ids) conditions.push(sql`r.id IN (SELECT value FROM json_each(${`[${ids}]`}))`)
  return sql.join(conditions, sql` AND `)
}

/** An item that is ordered as early as its maker takes orders is there by this day. */
function isReadyBy(day: Day, today: Day): SQL {
  const from = sql`CASE WHEN r.paused_until >= ${today} THEN date(r.paused_until, '+1 day') ELSE ${today} END`
  return sql`date(${from}, '+' || r.lead_time_in_days || ' days') <= ${day}`
}
