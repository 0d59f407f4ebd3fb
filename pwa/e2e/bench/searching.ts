import { addDays, type DateRange } from '#schema/date-range'
import type { CatalogueListing } from '#schema/listing'
import { type BenchRow, inTurn, median } from '../../../server/test-support/bench-rounds'
import { type ListingFilter, ListingIndex } from '../../db/filter-listings'
import { count, timed } from './timing'

/** A single search is too short for the browser's clock. */
const SEARCHES = 10

/** The local filter, each kind of question for itself, against a plain filter over the same array. */
export async function benchSearch(listings: readonly CatalogueListing[], rounds: number): Promise<BenchRow[]> {
  const index = new ListingIndex(listings)
  const blockedOf = someBlocked(listings)
  const personOf = (userId: number) => ({ blocked: blockedOf(userId) })
  const rows: BenchRow[] = []
  for (const [what, filter] of questions(listings)) {
    const expected = plainFilter(listings, filter, blockedOf)
    const found = index.search(filter, personOf)
    if (found.map(({ id }) => id).join() !== expected.map(({ id }) => id).join())
      throw new Error(`${what}: the two filters do not agree`)
    const many = (search: () => unknown) => async () =>
      (await timed(async () => {
        for (let nth = 0; nth < SEARCHES; nth++) search()
      })) / SEARCHES
    const times = await inTurn(
      rounds,
      many(() => index.search(filter, personOf)),
      many(() => plainFilter(listings, filter, blockedOf)),
    )
    const name = `filter ${count(listings.length)} by ${what} (${count(found.length)} found)`
    rows.push({ what: name, ...times, yardstick: 'a plain array filter', aim: 1 })
  }
  const [, filter] = questions(listings)[1] ?? []
  if (filter) {
    const once = (search: () => unknown) => () => timed(async () => void search())
    const times = await inTurn(
      rounds,
      once(() => new ListingIndex(listings).search(filter, personOf)),
      once(() => plainFilter(listings, filter, blockedOf)),
    )
    rows.push({
      what: `filter ${count(listings.length)} by a weekend, first time after a change`,
      ...times,
      yardstick: 'a plain array filter',
    })
  }
  return rows
}

/** Every fifth owner is away for a week. */
function someBlocked(listings: readonly CatalogueListing[]): (userId: number) => [string, string][] {
  const start = median(listings.slice(0, 1).map(({ busy }) => Date.parse(busy[0]?.[0] ?? '')))
  const day = new Date(start).toISOString().slice(0, 10)
  const away: [string, string][] = [[day, addDays(day, 6)]]
  return (userId) => (userId % 5 === 0 ? away : [])
}

function questions(listings: readonly CatalogueListing[]): [string, ListingFilter][] {
  const startDate = listings[0]?.busy[0]?.[0] ?? ''
  const days = (length: number): DateRange => ({ startDate, endDate: addDays(startDate, length - 1) })
  const nothing: ListingFilter = { search: '', categories: [], range: null }
  return [
    ['words', { ...nothing, search: 'walnut' }],
    ['a weekend', { ...nothing, range: days(3) }],
    ['two months', { ...nothing, range: days(60) }],
    ['words, category and a week', { search: 'oak', categories: ['tableware', 'linens'], range: days(7) }],
  ]
}

/** What one would write without thinking of an index. */
function plainFilter(
  listings: readonly CatalogueListing[],
  { search, categories, range }: ListingFilter,
  blockedOf: (userId: number) => readonly (readonly [string, string])[],
): CatalogueListing[] {
  const needle = search.trim().toLowerCase()
  return listings.filter(
    ({ title, description, category, busy, quantity, userId }) =>
      (categories.length === 0 || categories.includes(category)) &&
      (title.toLowerCase().includes(needle) ||
        description.toLowerCase().includes(needle) ||
        category.toLowerCase().includes(needle)) &&
      (!range ||
        (busy.filter(([start, end]) => start <= range.endDate && end >= range.startDate).length < quantity &&
          !blockedOf(userId).some(([start, end]) => start <= range.endDate && end >= range.startDate))),
  )
}
