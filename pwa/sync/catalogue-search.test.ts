import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { CatalogueListing } from '#schema/listing'
import type { LocalDb } from '../disk/local-db'
import { freshDb, reopened } from '../test-support/disk-in-memory'
import { EVERY_LISTING } from '../test-support/every-listing'
import { Catalogue } from './catalogue'
import { type ChangedRow, fillScopes, keepChanged, repackIfLarge } from './fill-catalogue'
import { ListingIndex } from './filter-listings'
import type { ListingFilter } from './search-tasks'

/** The catalogue's own worker, started for real. */
const RUNS = 30
const WEEKEND = { startDate: '2026-12-04', endDate: '2026-12-06' }
const BrowserWorker = globalThis.Worker
let db: LocalDb
let catalogue: Catalogue

beforeEach(() => {
  db = freshDb()
  catalogue = new Catalogue(db)
})
afterEach(async () => {
  globalThis.Worker = BrowserWorker
  catalogue.rest()
  await db.delete()
})

const listing = (title: string, busy: [string, string, number][] = [], userId = 7) => ({
  userId,
  title,
  description: '',
  category: 'tableware',
  quantity: 1,
  busy,
})
const row = (id: number, q: number, held: unknown): ChangedRow => [q, String(id), held]
const fill = (...rows: ChangedRow[]) => fillScopes(db, [{ scope: 'pub:l', chunks: [JSON.stringify(rows)], cursor: 10 }])
const change = (...rows: ChangedRow[]) => keepChanged(db, new Map([['listing', rows]]))
const titles = async (filter: Partial<ListingFilter>) =>
  (await catalogue.search({ ...EVERY_LISTING, ...filter })).map(({ title }) => title)

describe('a search', () => {
  test('reads what is on the disk by itself and answers newest first', async () => {
    await fill(row(1, 1, listing('Oak table')), row(2, 2, listing('Gold arch')), row(3, 3, listing('OAK bench')))
    expect(await titles({ search: ' oak ' })).toEqual(['OAK bench', 'Oak table'])
  })

  test('knows what has changed since it was asked last', async () => {
    await fill(row(1, 1, listing('Oak table')), row(2, 2, listing('Oak bench')))
    expect(await titles({ search: 'oak' })).toEqual(['Oak bench', 'Oak table'])
    await change(row(1, 11, listing('Pine table')), row(2, 12, null), row(3, 13, listing('Oak arch')))
    await catalogue.refresh()
    expect(await titles({ search: 'oak' })).toEqual(['Oak arch'])
    expect(await titles({ search: 'pine' })).toEqual(['Pine table'])
  })

  test('begun after the rows were read finds the same', async () => {
    await fill(row(1, 1, listing('Oak table')))
    await change(row(2, 11, listing('Oak bench')))
    await catalogue.open()
    await catalogue.refresh()
    expect(await titles({ search: 'oak' })).toEqual(['Oak bench', 'Oak table'])
  })

  test('looks at the dates of the listing and of its owner', async () => {
    await fill(row(1, 1, listing('Free')), row(2, 2, listing('Taken', [['2026-12-06', '2026-12-07', 1]])))
    expect(await titles({ range: WEEKEND })).toEqual(['Free'])
    await change(row(1, 11, { ...listing('Free'), away: [['2026-12-01', '2026-12-04']] }))
    await catalogue.refresh()
    expect(await titles({ range: WEEKEND })).toEqual([])
  })

  test('of a catalogue that is written afresh forgets what was before', async () => {
    await fill(row(1, 1, listing('Oak table')))
    expect(await titles({ search: 'oak' })).toEqual(['Oak table'])
    await fill(row(2, 2, listing('Oak bench')))
    const reading = catalogue.refresh()
    // Meanwhile it is one or the other, never both and never neither.
    expect([['Oak table'], ['Oak bench']]).toContainEqual(await titles({ search: 'oak' }))
    await reading
    expect(await titles({ search: 'oak' })).toEqual(['Oak bench'])
  })

  test('asked many at once is answered each for itself', async () => {
    await fill(...Array.from({ length: 50 }, (_, nth) => row(nth + 1, nth + 1, listing(`No. ${nth + 100}.`))))
    const found = await Promise.all(Array.from({ length: 50 }, (_, nth) => titles({ search: `no. ${nth + 100}.` })))
    expect(found).toEqual(Array.from({ length: 50 }, (_, nth) => [`No. ${nth + 100}.`]))
  })

  test('goes on after a rest', async () => {
    await fill(row(1, 1, listing('Oak table')))
    const asked = titles({ search: 'oak' })
    catalogue.rest()
    expect(await asked).toEqual(['Oak table'])
    expect(await titles({ search: 'table' })).toEqual(['Oak table'])
  })

  test('is made by the page where no worker can be had', async () => {
    await fill(row(1, 1, listing('Oak table')))
    globalThis.Worker = class extends BrowserWorker {
      constructor() {
        super(new URL('./no-such-worker.ts', import.meta.url))
      }
    }
    expect(await titles({ search: 'oak' })).toEqual(['Oak table'])
  })
})

test('law: the worker finds what a search of all rows finds, whatever has come, changed and gone', async () => {
  const Id = fc.integer({ min: 1, max: 5 })
  const Listing = fc.record({
    title: fc.constantFrom('Oak', 'oak table', 'Pine', ''),
    busy: fc.constantFrom<[string, string, number][]>([], [['2026-12-05', '2026-12-05', 1]]),
  })
  const Rows = fc.array(fc.tuple(Id, fc.option(Listing)), { maxLength: 6 })
  const Step = fc.record({ do: fc.constantFrom('fill', 'change', 'repack', 'restart', 'rest'), rows: Rows })
  const filters: ListingFilter[] = [
    EVERY_LISTING,
    { ...EVERY_LISTING, search: 'OAK' },
    { ...EVERY_LISTING, range: WEEKEND },
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 6 }), async (steps) => {
      let q = 0
      for (const step of steps) {
        const rows = step.rows.map(([id, one]) => row(id, ++q, one && listing(one.title, one.busy)))
        if (step.do === 'fill') await fill(...rows.filter(([, , held]) => held !== null))
        if (step.do === 'change') await change(...rows)
        if (step.do === 'repack') {
          await db.changed.bulkAdd(Array.from({ length: 301 }, () => ({ coll: 'listing' as const, text: '[]' })))
          await repackIfLarge(db, 'listing')
        }
        if (step.do === 'rest') catalogue.rest()
        if (step.do === 'restart') {
          catalogue.rest()
          db = reopened(db)
          catalogue = new Catalogue(db)
        }
        await catalogue.refresh()
        for (const filter of filters) {
          const found: CatalogueListing[] = await catalogue.search(filter)
          expect(found).toEqual(new ListingIndex(catalogue.all('listing')).search(filter))
        }
      }
    }),
    { numRuns: RUNS },
  )
})
