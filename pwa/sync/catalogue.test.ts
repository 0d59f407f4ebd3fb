import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { publicScopes } from '#schema/sync-scopes'
import type { LocalDb } from '../disk/local-db'
import { freshDb, reopened } from '../test-support/disk-in-memory'
import { Catalogue } from './catalogue'
import { type ChangedRow, fillScopes, isOutgrown, keepChanged, repackIfLarge } from './fill-catalogue'

let db: LocalDb
let catalogue: Catalogue

beforeEach(() => {
  db = freshDb()
  catalogue = new Catalogue(db)
})
afterEach(() => db.delete())

const post = (title: string) => ({ title })
type Row = [number, string, { title: string }]
const chunk = (...rows: Row[]) => JSON.stringify(rows)
const fill = (chunks: string[], cursor = 10) => fillScopes(db, [{ scope: 'pub:p', chunks, cursor }])
const changed = (id: number, q: number, title: string | null): ChangedRow => [
  q,
  String(id),
  title === null ? null : post(title),
]
const change = (rows: ChangedRow[], disk = db) => keepChanged(disk, new Map([['post', rows]]))
const titles = (of = catalogue) => of.all('post').map(({ title }) => title)

describe('reading', () => {
  test('rows of all chunks, newest first, each with its id', async () => {
    await fill([chunk([1, '1', post('one')], [2, '2', post('two')]), chunk([3, '10', post('ten')])])
    await catalogue.open()
    expect(catalogue.all('post')).toEqual([
      { id: 10, title: 'ten' },
      { id: 2, title: 'two' },
      { id: 1, title: 'one' },
    ] as never)
    expect(catalogue.get('post', 2)).toEqual({ id: 2, title: 'two' } as never)
    expect(catalogue.get('post', 3)).toBeUndefined()
    expect(catalogue.digest('pub:p')).toEqual({ n: 3, sum: 6 })
  })

  test('a changed row lies over its chunk, a gone one hides it, a new one joins', async () => {
    await fill([chunk([1, '1', post('one')], [2, '2', post('two')])])
    await change([changed(1, 11, 'ONE'), changed(2, 12, null), changed(3, 13, 'three')])
    await catalogue.open()
    expect(titles()).toEqual(['three', 'ONE'])
    expect(catalogue.get('post', 2)).toBeUndefined()
    expect(catalogue.digest('pub:p')).toEqual({ n: 2, sum: 24 })
  })

  test('a row that the feed has taken away is known to be gone, one that has left with its part is not', async () => {
    await fillScopes(db, [
      { scope: 'pub:p:2026-11', chunks: [chunk([1, '1', post('one')], [2, '2', post('two')])], cursor: 2 },
    ])
    await keepChanged(db, new Map([['post:2026-11', [changed(1, 3, null)]]]))
    await catalogue.open()
    expect([1, 2, 3].map((id) => catalogue.numberOf('post', id))).toEqual([3, 2, undefined])
    expect(catalogue.get('post', 1)).toBeUndefined()
    await fillScopes(
      db,
      [{ scope: 'pub:p:2026-12', chunks: [chunk([4, '4', post('four')])], cursor: 4 }],
      ['post:2026-12'],
    )
    await catalogue.refresh()
    expect(titles()).toEqual(['four'])
    expect(catalogue.numberOf('post', 2)).toBeUndefined()
  })

  test('out of order: a changed row that is older than its chunk counts for nothing', async () => {
    await fill([chunk([20, '1', post('newer')])], 20)
    await change([changed(1, 5, 'older'), changed(2, 6, 'kept')])
    await catalogue.open()
    expect(titles()).toEqual(['kept', 'newer'])
    await change([changed(1, 7, null)])
    await catalogue.refresh()
    expect(titles()).toEqual(['kept', 'newer'])
  })

  test('collections with the same ids do not meet', async () => {
    await fill([chunk([1, '1', post('a post')])])
    await fillScopes(db, [
      { scope: 'pub:s', chunks: [JSON.stringify([[2, '1', { likeCount: 4, saveCount: 1 }]])], cursor: 10 },
    ])
    await catalogue.open()
    expect(catalogue.get('stat', 1)).toMatchObject({ likeCount: 4 })
    expect(catalogue.get('post', 1)).toMatchObject({ title: 'a post' })
    expect(catalogue.get('listing', 1)).toBeUndefined()
  })

  test('the list is the same array until something changes', async () => {
    await fill([chunk([1, '1', post('one')])])
    await catalogue.open()
    const before = catalogue.all('post')
    await catalogue.refresh()
    expect(catalogue.all('post')).toBe(before)
    await change([changed(2, 11, 'two')])
    await catalogue.refresh()
    expect(catalogue.all('post')).not.toBe(before)
  })
})

test('what the disk could not give at first is there at the next look', async () => {
  await fill([chunk([1, '1', post('one')])])
  const fail = () => {
    throw new Error('The disk is busy')
  }
  db.chunks.hook('reading', fail)
  await expect(catalogue.open()).rejects.toThrow('The disk is busy')
  await expect(catalogue.refresh()).rejects.toThrow('The disk is busy')
  db.chunks.hook('reading').unsubscribe(fail)
  await catalogue.refresh()
  expect(titles()).toEqual(['one'])
})

describe('another page has written', () => {
  beforeEach(async () => {
    await fill([chunk([1, '1', post('one')], [2, '2', post('two')])])
    await catalogue.open()
  })

  test('changed rows are taken in, and whoever watches is told once', async () => {
    let told = 0
    const stop = catalogue.subscribe(() => told++)
    const before = catalogue.version()
    await change([changed(1, 11, 'ONE'), changed(3, 12, 'three')])
    await catalogue.refresh()
    expect(titles()).toEqual(['three', 'two', 'ONE'])
    expect([told, catalogue.version()]).toEqual([1, before + 1])
    await catalogue.refresh()
    expect(told).toBe(1)
    stop()
    await change([changed(1, 13, 'uno')])
    await catalogue.refresh()
    expect(told).toBe(1)
  })

  test('a fresh fill replaces everything, also what had changed before it', async () => {
    await change([changed(1, 11, 'ONE')])
    await catalogue.refresh()
    await fill([chunk([30, '2', post('TWO')])], 30)
    expect(await db.changed.count()).toBe(0)
    await catalogue.refresh()
    expect(titles()).toEqual(['TWO'])
  })

  test('many refreshes at once end with what is on disk', async () => {
    await change([changed(3, 12, 'three')])
    const refreshing = [catalogue.refresh(), catalogue.refresh()]
    await fill([chunk([30, '4', post('four')])], 30)
    refreshing.push(catalogue.refresh(), catalogue.refresh())
    await Promise.all(refreshing)
    expect(titles()).toEqual(['four'])
  })

  test('a large catalogue is read in turns, and what was shown stays until all of it is here', async () => {
    await fill(
      Array.from({ length: 40 }, (_, nth) => chunk([50 + nth, String(nth + 1), post(`new ${nth}`)])),
      90,
    )
    const shown = new Set<string>()
    let turns = 0
    const parse = JSON.parse
    // Counted from the first row on: before that, the disk has turns of its own.
    JSON.parse = (text) => {
      if (turns === 0) look()
      return parse(text)
    }
    const { port1, port2 } = new MessageChannel()
    const look = () => {
      turns++
      shown.add(String(titles().length))
      port2.postMessage(null)
    }
    port1.onmessage = look
    await catalogue.refresh().finally(() => {
      port1.close()
      JSON.parse = parse
    })
    expect(turns).toBeGreaterThan(3)
    expect([...shown].filter((count) => count !== '40')).toEqual(['2'])
    expect(titles()).toHaveLength(40)
  })

  test('nobody has asked for the catalogue yet: nothing is read', async () => {
    const idle = new Catalogue(db)
    await idle.refresh()
    expect(idle.version()).toBe(0)
    expect(idle.all('post')).toEqual([])
  })
})

describe('filling', () => {
  test('only once there is something to show, an empty collection included', async () => {
    await catalogue.open()
    expect(catalogue.isFilled('post')).toBe(false)
    await fill([])
    await catalogue.refresh()
    expect(catalogue.isFilled('post')).toBe(true)
    expect(catalogue.isFilled('listing')).toBe(false)
  })

  test('a collection that is being fetched afresh stays filled, also after a restart', async () => {
    await fill([chunk([1, '1', post('one')])])
    await db.scopes.clear()
    await fillScopes(db, [{ scope: 'pub:m', chunks: [], cursor: 10 }])
    await catalogue.open()
    expect(catalogue.isFilled('post')).toBe(true)
    expect(titles()).toEqual(['one'])
  })

  test('fewer chunks than before: none of the old ones is left', async () => {
    await fill([chunk([1, '1', post('one')]), chunk([2, '2', post('two')]), chunk([3, '3', post('three')])])
    await fillScopes(db, [{ scope: 'pub:m', chunks: [chunk([9, '1', post('an item')])], cursor: 10 }])
    await fill([chunk([4, '4', post('four')])], 20)
    await catalogue.open()
    expect(titles()).toEqual(['four'])
    expect(catalogue.all('item')).toHaveLength(1)
    expect(await db.scopes.get(publicScopes.post)).toEqual({ scope: 'pub:p', cursor: 20 })
  })
})

describe('folding changed rows into fresh chunks', () => {
  const many = (count: number, from = 1) =>
    Array.from({ length: count }, (_, nth) => changed(from + nth, 100 + nth, `post ${from + nth}`))
  const pulled = async (rows: ChangedRow[], at = 3) => {
    for (let start = 0; start < rows.length; start += at) await change(rows.slice(start, start + at))
  }

  test('not before they came in many pulls', async () => {
    await fill([])
    await pulled(many(900))
    expect(await change([changed(901, 2_000, 'the last that is little')])).toEqual(['post'])
    await db.changed.where('n').above(300).delete()
    expect(await repackIfLarge(db, 'post')).toBe(false)
    expect(await db.chunks.count()).toBe(0)
    await db.changed.clear()
    expect(await change(many(900))).toEqual([])
    expect((await db.changed.toArray()).map(({ text }) => (JSON.parse(text) as unknown[]).length)).toEqual([
      256, 256, 256, 132,
    ])
  })

  test('changes nothing that can be seen, here or on another page', async () => {
    await fill([
      chunk([1, '1', post('old one')], [2, '2', post('goes')], [99_999, '5000', post('newer than its change')]),
    ])
    await pulled([...many(1_100), changed(2, 5_000, null), changed(5_000, 3, 'stale'), changed(9_000, 6_000, null)])
    await keepChanged(db, new Map([['item', [[7_000, '1', post('an item')]]]]))
    await catalogue.open()
    const before = { titles: titles(), digest: catalogue.digest('pub:p') }
    expect(before.titles).toHaveLength(1_100)
    expect(await repackIfLarge(db, 'post')).toBe(true)
    expect(await db.changed.toArray()).toMatchObject([{ coll: 'item' }])
    expect(await db.scopes.get('pub:p')).toEqual({ scope: 'pub:p', cursor: 10 })
    await catalogue.refresh()
    expect({ titles: titles(), digest: catalogue.digest('pub:p') }).toEqual(before)
    db = reopened(db)
    const next = new Catalogue(db)
    await next.open()
    expect({ titles: titles(next), digest: next.digest('pub:p') }).toEqual(before)
  })

  test('a page that had not heard of the latest change hears of it all the same', async () => {
    await fill([])
    await catalogue.open()
    await pulled(many(1_001))
    await repackIfLarge(db, 'post')
    await catalogue.refresh()
    expect(titles()).toHaveLength(1_001)
    await change([changed(1, 9_999, 'after the repack')])
    await catalogue.refresh()
    expect(catalogue.get('post', 1)).toMatchObject({ title: 'after the repack' })
  })

  test('of chunks only those that changed are written, and empty ones go', async () => {
    const kept = chunk([1, '90001', post('stays as it is')])
    await fill([kept, chunk([2, '1', post('changes')]), chunk([3, '90002', post('goes')])])
    await pulled([...many(1_001), changed(90_002, 9_000, null)])
    const written: number[] = []
    db.chunks.hook('updating', (_changes, [, n]) => void written.push(n))
    await repackIfLarge(db, 'post')
    const chunks = await db.chunks.toArray()
    expect(chunks[0]?.text).toBe(kept)
    expect(written).toEqual([1])
    expect(chunks.map(({ n }) => n)).toEqual([0, 1, 3, 4, 5, 6])
  })

  test('rows that lie over a scope count as held of it, each once', async () => {
    await fill([chunk([1, '1', post('one')])])
    await change(many(600))
    expect(await isOutgrown(db, 'pub:p', 600)).toBe(false)
    expect(await isOutgrown(db, 'pub:p', 200)).toBe(true)
    await fill([chunk(...(many(200) as Row[])), chunk(...(many(200, 201) as Row[]))])
    await change(many(400))
    expect(await isOutgrown(db, 'pub:p', 500)).toBe(false)
    expect(await db.chunks.count()).toBe(2)
  })

  test('chunks stay small', async () => {
    await fill([])
    await pulled(many(1_500))
    await repackIfLarge(db, 'post')
    const sizes = (await db.chunks.toArray()).map(({ text }) => (JSON.parse(text) as unknown[]).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_500)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256)
  })
})

describe('rows that came with the page', () => {
  const first = {
    newest: 'post' as const,
    rows: {
      post: [
        [3, { id: 3, title: 'three' }],
        [2, { id: 2, title: 'two' }],
      ],
      stat: [[3, { likeCount: 1 }]],
    },
  }
  const withFirst = () => new Catalogue(db, first as never)

  test('are there at once, and stay while this device has no others', async () => {
    catalogue = withFirst()
    expect([titles(), catalogue.version(), catalogue.isFilled('post')]).toEqual([['three', 'two'], 1, false])
    await catalogue.open()
    expect([titles(), catalogue.hasNewest('post'), catalogue.isFirst('stat')]).toEqual([['three', 'two'], true, true])
    expect([catalogue.hasNewest('stat'), catalogue.isFirst('listing')]).toEqual([false, false])
  })

  test('give way to what the disk has, collection by collection', async () => {
    await fill([chunk([1, '1', post('one')])])
    catalogue = withFirst()
    await catalogue.open()
    expect([titles(), catalogue.isFirst('post'), catalogue.hasNewest('post')]).toEqual([['one'], false, false])
    expect([catalogue.get('stat', 3), catalogue.isFirst('stat')]).toEqual([{ likeCount: 1, id: 3 } as never, true])
  })

  test('give way to changed and gone rows one by one', async () => {
    catalogue = withFirst()
    await change([changed(3, 1, null), changed(2, 1, 'TWO'), changed(4, 1, 'four')])
    await catalogue.open()
    expect(titles()).toEqual(['four', 'TWO'])
  })

  test('no digest counts them', async () => {
    catalogue = withFirst()
    await catalogue.open()
    expect(catalogue.digest('pub:p')).toEqual({ n: 0, sum: 0 })
  })
})

test('whatever comes in which order, memory and disk say the same', async () => {
  const step = fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    title: fc.option(fc.string({ maxLength: 3 }), { nil: null }),
    act: fc.constantFrom('put', 'put', 'put', 'refresh', 'fill'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const disk = freshDb()
      const open = new Catalogue(disk)
      await open.open()
      const model = new Map<number, string>()
      for (const [nth, { id, title, act }] of steps.entries()) {
        if (act === 'refresh') await open.refresh()
        else if (act === 'fill') {
          const rows = [...model].map(([key, text]): Row => [nth + 1, String(key), post(text)])
          await fillScopes(disk, [{ scope: 'pub:p', chunks: rows.length > 0 ? [chunk(...rows)] : [], cursor: nth + 1 }])
        } else {
          if (title === null) model.delete(id)
          else model.set(id, title)
          await change([changed(id, nth + 1, title)], disk)
        }
      }
      await open.refresh()
      const expected = [...model].sort(([a], [b]) => b - a).map(([, title]) => title)
      expect(titles(open)).toEqual(expected)
      await disk.delete()
    }),
    { numRuns: 60 },
  )
})
