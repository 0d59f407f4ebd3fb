import type { Parsed } from './parameters'
import { integer, text, timeRange } from './parameters'
import { malformed, missing } from './provider-error'
import type { Kind } from './store'
import type { JsonObject, ListPage } from './wire'
import { wire } from './wire'
import type { Work } from './work'

const DEFAULT_PAGE = 10
const MAX_PAGE = 100

export const paging = { limit: integer, starting_after: text() }
export const datedPaging = { ...paging, created: timeRange }

export type PageParams = Parsed<typeof datedPaging>

export function pageSize(limit: number | undefined): number {
  const size = limit ?? DEFAULT_PAGE
  if (size < 1 || size > MAX_PAGE) {
    const message = `Invalid limit: must be between 1 and ${MAX_PAGE}`
    throw malformed(message, { code: 'parameter_invalid_integer', param: 'limit' })
  }
  return size
}

/** One page of a kind, newest first, filtered by equal members of the body. */
export async function listPage(
  work: Work,
  kind: Kind,
  url: string,
  params: PageParams,
  where: Record<string, string | undefined> = {},
): Promise<ListPage> {
  const size = pageSize(params.limit)
  const after = await cursor(work, kind, params.starting_after)
  const found = await work.list(kind, { where, created: params.created, after, limit: size + 1 })
  return pageOf(url, found.slice(0, size).map(wire), found.length > size)
}

export function pageOf(url: string, data: JsonObject[], hasMore: boolean): ListPage {
  return { object: 'list', data, has_more: hasMore, url }
}

async function cursor(work: Work, kind: Kind, id: string | undefined): Promise<number | undefined> {
  if (id === undefined) return undefined
  const position = await work.store.findPosition(kind, id)
  if (position === undefined) throw missing(kind, id, 'starting_after')
  return position
}
