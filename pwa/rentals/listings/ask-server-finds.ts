import type { CatalogueListing } from '#schema/listing'
import { FIRST_ROWS } from '#schema/sync-scopes'
import { call } from '../../sync/client'
import type { Browse } from './browse-search'
import type { Found } from './use-found'

const LONGEST_TEXT = 100
/** The orders that the server knows; it answers others in its own. */
const ORDERS = ['newest', 'low', 'high'] as const
/** So many pages without anything that is wanted are passed by for one that has some. */
const PASSED_BY_MOST = 10
/** A page that follows one without anything may be long. */
const LONG_PAGE = 100

/** A page of the server's finds. */
export interface ServerPage extends Found {
  /** Of the next page; null at the end. */
  cursor: string | null
}

interface Wanted {
  /** A `Browse` as text. */
  search: string
  /** Areas whose listings are not wanted. */
  outside: string
  /** Listings that are not wanted, because this device has them. */
  isHeld: (id: number) => boolean
  /** Nobody waits for the answer any more. */
  isOver?: () => boolean
}

/**
 * A page of the server's finds without those that are not wanted. The server looks at so many listings for a page, and all that it
 * finds may be on this device: pages without anything are passed by. An empty one with a cursor says that there may be more yet.
 * @throws ApiError, Unreachable
 */
export async function askServerFinds(wanted: Wanted, from?: string): Promise<ServerPage> {
  let page = await askPage(wanted, FIRST_ROWS, from)
  for (let passed = 0; passed < PASSED_BY_MOST; passed++) {
    if (page.listings.length > 0 || page.cursor === null || wanted.isOver?.()) return page
    page = await askPage(wanted, LONG_PAGE, page.cursor)
  }
  return page
}

async function askPage({ search, outside, isHeld }: Wanted, limit: number, from?: string): Promise<ServerPage> {
  const { range, pieces, ...wanted }: Browse = JSON.parse(search)
  const sort = ORDERS.find((order) => order === wanted.sort)
  const { listings, cursor } = await call('searchListings', {
    query: {
      text: wanted.search.trim().slice(0, LONGEST_TEXT),
      pieces,
      limit,
      ...(wanted.categories.length > 0 && { categories: wanted.categories.join(',') }),
      ...(wanted.place !== null && { place: wanted.place }),
      ...(wanted.miles !== null && { miles: wanted.miles }),
      ...(range && { from: range.startDate, to: range.endDate }),
      ...(wanted.least !== null && { least: wanted.least }),
      ...(wanted.most !== null && { most: wanted.most }),
      ...(sort && { sort }),
      ...(outside && { outside }),
      ...(from && { cursor: from }),
    },
  })
  const further = listings.filter(({ id }: CatalogueListing) => !isHeld(id))
  return { listings: further, search, wish: { range, pieces }, cursor, ...(cursor !== null && { isPart: true }) }
}
