import { addDays, type DateRange } from '#schema/date-range'
import type { CatalogueListing } from '#schema/listing'
import { type BenchRow, inTurn, median } from '../../../server/test-support/bench/bench-rounds'
import type { LocalDb } from '../../disk/local-db'
import type { Catalogue } from '../../sync/catalogue'
import { fillScopes, keepChanged } from '../../sync/fill-catalogue'
import type { ListingFilter } from '../../sync/search-tasks'
import { EVERY_LISTING } from '../../test-support/every-listing'
import { count, longestBlock, type Measure, timed } from './timing'

/** A single search is too short for the browser's clock. */
const SEARCHES = 10
const YARDSTICK = 'a plain array filter'

/** The catalogue's search, each kind of question for itself, against a plain filter over the same rows. */
export async function benchSearch(db: LocalDb, catalogue: Catalogue, rounds: number): Promise<BenchRow[]> {
  const listings = catalogue.all('listing')
  const blockedOf = await keepSomeAway(db, listings)
  await catalogue.refresh()
  const plain = (filter: ListingFilter) => async () => plainFilter(catalogue.all('listing'), filter, blockedOf)
  const rows: BenchRow[] = []
  for (const [what, filter] of questions(listings)) {
    const [found, expected] = [await catalogue.search(filter), await plain(filter)()]
    if (found.map(({ id }) => id).join() !== expected.map(({ id }) => id).join())
      throw new Error(`${what}: the two filters do not agree`)
    const many = (search: () => Promise<unknown>) => async () =>
      (await timed(async () => {
        for (let nth = 0; nth < SEARCHES; nth++) await search()
      })) / SEARCHES
    const times = await inTurn(
      rounds,
      many(() => catalogue.search(filter)),
      many(plain(filter)),
    )
    const name = `filter ${count(listings.length)} by ${what} (${count(found.length)} found)`
    rows.push({ what: name, ...times, yardstick: YARDSTICK, aim: 1 })
  }
  return [...rows, ...(await benchAfterChange(db, catalogue, plain, rounds))]
}

/** The index is made anew: how long that takes, and for how long the page can do nothing else. */
async function benchAfterChange(
  db: LocalDb,
  catalogue: Catalogue,
  plain: (filter: ListingFilter) => () => Promise<unknown>,
  rounds: number,
): Promise<BenchRow[]> {
  const listings = catalogue.all('listing')
  const [, filter] = questions(listings)[1] ?? []
  const [newest] = listings
  if (!filter || !newest) return []
  let q = Number.MAX_SAFE_INTEGER - 1_000
  const ours = (measure: Measure) => async () => {
    await keepChanged(db, new Map([['listing', [[q++, String(newest.id), newest]]]]))
    await catalogue.refresh()
    return measure(() => catalogue.search(filter))
  }
  const theirs = (measure: Measure) => () => measure(plain(filter))
  const times = await inTurn(rounds, ours(timed), theirs(timed))
  const blocks = await inTurn(rounds, ours(longestBlock), theirs(longestBlock))
  const what = `filter ${count(listings.length)} by a weekend, first time after a change`
  return [
    { what, ...times, yardstick: YARDSTICK },
    { what: `${what}: longest time without a turn`, ...blocks, yardstick: YARDSTICK },
  ]
}

/** Every fifth owner is away for a week. */
async function keepSomeAway(
  db: LocalDb,
  listings: readonly CatalogueListing[],
): Promise<(userId: number) => [string, string][]> {
  const start = median(listings.slice(0, 1).map(({ busy }) => Date.parse(busy[0]?.[0] ?? '')))
  const day = new Date(start).toISOString().slice(0, 10)
  const away: [string, string][] = [[day, addDays(day, 6)]]
  const blockedOf = (userId: number) => (userId % 5 === 0 ? away : [])
  const chunk = JSON.stringify(listings.map((row) => [1, String(row.id), { ...row, away: blockedOf(row.userId) }]))
  await fillScopes(db, [{ scope: 'pub:l', chunks: [chunk], cursor: 1 }])
  return blockedOf
}

function questions(listings: readonly CatalogueListing[]): [string, ListingFilter][] {
  const startDate = listings[0]?.busy[0]?.[0] ?? ''
  const days = (length: number): DateRange => ({ startDate, endDate: addDays(startDate, length - 1) })
  return [
    ['words', { ...EVERY_LISTING, search: 'walnut' }],
    ['a weekend', { ...EVERY_LISTING, range: days(3) }],
    ['two months', { ...EVERY_LISTING, range: days(60) }],
    [
      'words, category and a week',
      { ...EVERY_LISTING, search: 'oak', categories: ['tableware', 'linens'], range: days(7) },
    ],
  ]
}

/** The plain way, without an index. */
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
