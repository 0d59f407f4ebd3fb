import { type SQL, sql } from 'drizzle-orm'
import { RENTAL_CATEGORIES } from '#schema/category-names'
import { inclusiveDays } from '#schema/date-range'
import type { ListingSearch } from '#schema/endpoints'
import type { CatalogueListing } from '#schema/listing'
import { dollarsToCents } from '#schema/money'
import { placesWithin } from '#schema/places'
import type { Db } from '../../db/client'
import { filterQuery, findHits } from '../../search/find-hits'
import { filterWord } from '../../search/search-index'
import { findCatalogueListings } from '../listings/listing-queries'
import { AREAS_OF_PLACES, ELSEWHERE } from '../listings/place-areas'
import { placeWord } from './filter-words'
import { listingIndex } from './listing-index'

/** Searches all listings on show, see `findHits`. @throws Refusal `validation` for a cursor that no page gave */
export async function searchListings(
  db: Db,
  search: ListingSearch,
  now: Date,
): Promise<{ listings: CatalogueListing[]; cursor: string | null }> {
  const { text, sort, cursor: from, limit, ids: given } = search
  const { ids, cursor } = await findHits(db, {
    index: listingIndex,
    rows: { table: 'listings', cents: 'price_cents' },
    filters: filtersOf(search),
    isWanted: isWanted(search),
    byNumber: given !== undefined,
    ...{ text, sort, cursor: from, limit },
  })
  const rows = await findCatalogueListings(db, ids, now)
  return { listings: ids.flatMap((id) => rows.get(id) ?? []), cursor }
}

function filtersOf({ categories, place, miles }: ListingSearch): string | null {
  const named = new Set(categories?.split(',') ?? [])
  const chosen = RENTAL_CATEGORIES.filter((category) => named.has(category))
  const around = place && miles !== undefined ? placesWithin(place, miles) : []
  const places = around.length > 0 ? around : place ? [place] : []
  return filterQuery([chosen.map((category) => filterWord('category', category)), places.map(placeWord)])
}

/** Is a listing on show, and as the search wants it? */
function isWanted({ from, to, pieces, least, most, outside, ids }: ListingSearch): SQL {
  const conditions = [sql`r.deleted_at IS NULL AND r.hidden_at IS NULL AND r.available = 1 AND r.quantity >= ${pieces}`]
  if (least !== undefined) conditions.push(sql`r.price_cents >= ${dollarsToCents(least)}`)
  if (most !== undefined) conditions.push(sql`r.price_cents <= ${dollarsToCents(most)}`)
  if (from && to) conditions.push(isFree(from, to, pieces))
  if (outside) conditions.push(isOutside(outside.split(',')))
  if (ids) conditions.push(sql`r.id IN (SELECT value FROM json_each(${`[${ids}]`}))`)
  return sql.join(conditions, sql` AND `)
}

function isOutside(areas: string[]): SQL {
  const places = AREAS_OF_PLACES.flatMap(([neighborhood, area]) => (areas.includes(area) ? [neighborhood] : []))
  const isElsewhere = sql`coalesce(r.neighborhood, '') NOT IN (SELECT neighborhood FROM place_areas)`
  const isNotThere = sql`coalesce(r.neighborhood, '') NOT IN (SELECT value FROM json_each(${JSON.stringify(places)}))`
  return areas.includes(ELSEWHERE) ? sql`${isNotThere} AND NOT ${isElsewhere}` : isNotThere
}

function isFree(from: string, to: string, pieces: number): SQL {
  const days = inclusiveDays({ startDate: from, endDate: to })
  return sql`coalesce(r.min_days, 1) <= ${days} AND coalesce(r.max_days, ${days}) >= ${days}
    AND NOT EXISTS (SELECT 1 FROM user_blocked_dates b WHERE b.user_id = r.user_id AND (b.listing_id IS NULL OR b.listing_id = r.id)
      AND b.start_date <= ${to} AND b.end_date >= ${from})
    AND NOT EXISTS (SELECT 1 FROM listing_days d WHERE d.listing_id = r.id
      AND d.day BETWEEN ${from} AND date(${to}, '+' || r.buffer_days || ' days') AND d.taken + ${pieces} > r.quantity)`
}
