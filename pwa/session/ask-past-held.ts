import { FIRST_ROWS } from '#schema/sync-scopes'

/** So many pages without anything that is wanted are passed by for one that has some. */
const PASSED_BY_MOST = 10
/** A page that follows one without anything may be long. */
const LONG_PAGE = 100

const LONGEST_TEXT = 100

/** A search as the server is asked it: more than its first words finds nothing else. */
export const askedText = (search: string) => search.trim().slice(0, LONGEST_TEXT)

/** The orders that the server knows; it answers others in its own. */
const ORDERS = ['newest', 'low', 'high'] as const

/** The parts that searches of all kinds of things have. */
interface Wanted {
  search: string
  categories: readonly string[]
  /** Dollars. */
  least: number | null
  most: number | null
  sort: string | null
}

/** A search as the server is asked for it. */
export function queryOf({ search, categories, least, most, sort: wanted }: Wanted, limit: number, cursor?: string) {
  const sort = ORDERS.find((order) => order === wanted)
  return {
    text: askedText(search),
    limit,
    ...(categories.length > 0 && { categories: categories.join(',') }),
    ...(least !== null && { least }),
    ...(most !== null && { most }),
    ...(sort && { sort }),
    ...(cursor && { cursor }),
  }
}

/** Says in which order the server's finds come where it does not know the wanted one: ', newest first'; nothing where it does. */
export function otherOrder({ search, sort }: Pick<Wanted, 'search' | 'sort'>): string {
  if (sort === null || ORDERS.some((order) => order === sort)) return ''
  return search.trim() ? ', best match first' : ', newest first'
}

/** A row as the server found it. A change of it with a later number is newer than the find. */
export type Find<Row> = Row & { foundAt?: number | undefined }

/** A page of the server's finds. */
export interface FoundPage<Row> {
  rows: readonly Row[]
  /** The number of the last change that the server knew of; servers of earlier builds name none. */
  seq?: number | undefined
  /** Of the next page; null at the end. */
  cursor: string | null
}

export interface AskedFinds<Row> {
  /** @throws ApiError, Unreachable */
  askPage: (limit: number, cursor: string | undefined) => Promise<FoundPage<Row>>
  /** Rows that are not wanted, because this device has them. */
  isHeld: (id: number) => boolean
  /** Rows that are shown already, perhaps as they were before. */
  isShown?: (id: number) => boolean
}

/**
 * A page of the server's finds without those that are held. The server looks at so many rows for a page, and all that it finds may be on
 * this device: pages without anything that is not shown yet are passed by. An empty one with a cursor says that there may be more yet.
 * @param isOver whether nobody waits for the answer any more
 * @throws ApiError, Unreachable
 */
export async function askPastHeld<Row extends { id: number }>(
  { askPage, isHeld, isShown }: AskedFinds<Row>,
  from?: string,
  isOver = () => false,
): Promise<FoundPage<Find<Row>>> {
  const ask = async (limit: number, cursor: string | undefined) => {
    const page = await askPage(limit, cursor)
    const rows = page.rows.filter(({ id }) => !isHeld(id))
    return { ...page, rows: rows.map((row) => ({ ...row, foundAt: page.seq })) }
  }
  let page = await ask(FIRST_ROWS, from)
  for (let passed = 0; passed < PASSED_BY_MOST; passed++) {
    if (page.rows.some(({ id }) => !isShown?.(id)) || page.cursor === null || isOver()) return page
    const next = await ask(LONG_PAGE, page.cursor)
    page = { ...next, rows: [...page.rows, ...next.rows] }
  }
  return page
}
