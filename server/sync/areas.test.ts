import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { MADE_TO_ORDER_CATEGORIES } from '#schema/category-names'
import { isIn, middleOf, neighborhoodOf } from '#schema/places'
import type { Cursor, SnapshotRow } from '#schema/sync'
import { AREA_COLLECTIONS, type AreaCollection, PULL_SCOPES_MAX, partScope, publicScopes } from '#schema/sync-scopes'
import { build, step } from '../db/steps'
import { bookings, inspirationPosts, listings, madeToOrderItems, postMarks, users } from '../db/tables'
import { prepareDatabase } from '../prepare-database'
import { AREAS_OF_PLACES, ELSEWHERE } from '../rentals/listings/place-areas'
import {
  copyListingRow,
  createItemRows,
  createListingRow,
  createPerson,
  createPostRows,
} from '../test-support/factories'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { testPhoto } from '../test-support/test-photos'
import { MOST_AREAS, MOST_MONTHS } from './areas'
import { liveRows } from './feed'
import { divisionOf, isPublicScope, mostOf } from './public-scopes'

/** Few, so that a small market is too large. */
const DEVICE_ROWS = 100
const AREA_OF = new Map<string | null, string>(AREAS_OF_PLACES)
const NEIGHBORHOODS = ['Park Slope', 'Bushwick', 'Harlem', 'Tottenville', null, 'Atlantis'] as const
type Neighborhood = (typeof NEIGHBORHOODS)[number]
const scopeOf = (neighborhood: Neighborhood, coll: AreaCollection = 'listing') =>
  partScope(coll, AREA_OF.get(neighborhood) ?? ELSEWHERE)
const SCOPES = [...new Set(NEIGHBORHOODS.map((name) => scopeOf(name)))]

let t: TestApp
let owner: { id: number }

beforeEach(async () => {
  t = await openTestApp({ DEVICE_ROWS: String(DEVICE_ROWS) })
  owner = await createPerson(t)
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const write = (...queries: Parameters<typeof step>[0][]) =>
  t.deps.db.write(() => ({ value: null, steps: queries.map((query) => step(query)) }))
const addListing = async (neighborhood: Neighborhood) => (await createListingRow(t, owner, { neighborhood })).id
const change = (id: number, set: Partial<typeof listings.$inferInsert>) =>
  write(build.update(listings).set(set).where(eq(listings.id, id)))
async function addListings(neighborhood: Neighborhood, count: number): Promise<void> {
  await copyListingRow(t, await createListingRow(t, owner, { neighborhood }), count - 1)
}
const idsOf = (rows: readonly SnapshotRow<unknown>[]) => rows.map(([, id]) => Number(id)).toSorted((a, b) => a - b)
const held = async (scope: string) => idsOf(await liveRows(t.deps.db, scope, t.clock.now, 10_000))
const areas = (query = '') => t.call('GET', `/api/sync/areas${query}`)

describe('the table of areas', () => {
  test('has the cell of every neighborhood’s middle', () => {
    const cells = AREAS_OF_PLACES.map(([name]) => {
      const middle = middleOf(name)
      return [name, middle && latLngToCell(middle.latitude, middle.longitude, 6)]
    })
    expect(AREAS_OF_PLACES).toEqual(cells as never)
  })

  test('knows every neighborhood that a ZIP code may have', () => {
    const codes = Array.from({ length: 100_000 }, (_, code) => String(code).padStart(5, '0'))
    const names = new Set(codes.map((code) => neighborhoodOf(code)))
    expect(names.symmetricDifference(new Set([...AREA_OF.keys(), null]))).toEqual(new Set())
  })

  test('a device may ask for as many areas as it is told of and all else in one pull', () => {
    const months = 2 * (MOST_MONTHS + 1)
    const areas = AREA_COLLECTIONS.length * MOST_AREAS
    expect(areas + MADE_TO_ORDER_CATEGORIES.length + months + 1).toBeLessThan(PULL_SCOPES_MAX)
  })
})

/** The rows of a device by scope. The device pulls all areas after each step. */
type Device = Map<string, { cursor: number; rows: Map<string, number> }>

const newDevice = (scopes: string[]): Device => new Map(scopes.map((scope) => [scope, { cursor: 0, rows: new Map() }]))

async function pullAll(device: Device): Promise<void> {
  const scopes: Record<string, Cursor> = Object.fromEntries([...device].map(([scope, { cursor }]) => [scope, [cursor]]))
  const answer = await t.deps.feed.pull({ epoch: t.deps.feed.epoch(), scopes }, null)
  expect([answer.reset, answer.gone, answer.more]).toEqual([[], [], false])
  for (const { s, i, x, q } of answer.changes) {
    if (x) device.get(s)?.rows.delete(i)
    else device.get(s)?.rows.set(i, q)
  }
  for (const [scope, state] of device) {
    state.cursor = answer.to
    const qs = [...state.rows.values()]
    const told = answer.scopes[scope]
    expect([scope, qs.length, qs.reduce((sum, q) => sum + q, 0)]).toEqual([
      scope,
      told?.n as number,
      told?.sum as number,
    ])
  }
}

/** The device holds just the rows of `expected` in each of its scopes, and so does the server. */
async function expectDivided(device: Device, expected: ReadonlyMap<string, number[]>): Promise<void> {
  for (const [scope, { rows }] of device) {
    const ids = (expected.get(scope) ?? []).toSorted((a, b) => a - b)
    expect([scope, await held(scope)]).toEqual([scope, ids])
    expect([scope, [...rows.keys()].map(Number).toSorted((a, b) => a - b)]).toEqual([scope, ids])
  }
}

describe('areas divide the people', () => {
  const who = fc.nat(2)
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constantFrom('post' as const, 'pause' as const, 'show' as const), who }),
      fc.record({ kind: fc.constant('move' as const), who, place: fc.constantFrom(...NEIGHBORHOODS) }),
      fc.record({ kind: fc.constantFrom('suspend' as const, 'let in' as const, 'rename' as const), who }),
    ),
    { minLength: 1, maxLength: 25 },
  )

  test('each person with something on show is in the area of their home, whatever becomes of them, and a device that follows holds just these', async () => {
    const SCOPES_OF_PEOPLE = [...new Set(NEIGHBORHOODS.map((name) => scopeOf(name, 'person')))]
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await write(build.delete(listings))
        const people = await Promise.all(Array.from({ length: 3 }, () => createPerson(t)))
        const states = people.map(({ id }) => ({ id, place: null as Neighborhood, shown: 0, paused: 0, isOut: false }))
        const device = newDevice(SCOPES_OF_PEOPLE)
        const setPerson = (id: number, set: Partial<typeof users.$inferInsert>) =>
          write(build.update(users).set(set).where(eq(users.id, id)))
        const setListings = (id: number, available: boolean) =>
          write(build.update(listings).set({ available }).where(eq(listings.userId, id)))
        for (const { id } of states) await setPerson(id, { neighborhood: null })
        for (const step of all) {
          const state = states[step.who]
          if (!state) continue
          const listed = state.shown + state.paused
          if (step.kind === 'post') {
            await createListingRow(t, state, { neighborhood: state.place })
            state.shown++
          } else if (step.kind === 'pause' || step.kind === 'show') {
            await setListings(state.id, step.kind === 'show')
            Object.assign(state, step.kind === 'show' ? { shown: listed, paused: 0 } : { shown: 0, paused: listed })
          } else if (step.kind === 'move') {
            await setPerson(state.id, { neighborhood: step.place })
            state.place = step.place
          } else if (step.kind === 'rename') await setPerson(state.id, { description: `Since ${t.deps.feed.seq()}` })
          else {
            await setPerson(state.id, { suspendedAt: step.kind === 'suspend' ? t.deps.now().toISOString() : null })
            state.isOut = step.kind === 'suspend'
          }
          await pullAll(device)
        }
        const onShow = states.filter(({ shown, isOut }) => shown > 0 && !isOut)
        const expected = Map.groupBy(onShow, ({ place }) => scopeOf(place, 'person'))
        await expectDivided(device, new Map([...expected].map(([scope, some]) => [scope, some.map(({ id }) => id)])))
        expect(await held('pub:u')).toEqual(onShow.map(({ id }) => id).toSorted((a, b) => a - b))
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})

describe('areas divide the listings', () => {
  interface World {
    /** By id: where it is, and whether it is on show. */
    listings: Map<number, { neighborhood: Neighborhood; isShown: boolean }>
    device: Device
  }

  const place = fc.constantFrom(...NEIGHBORHOODS)
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('add' as const), place }),
      fc.record({ kind: fc.constant('move' as const), place, which: fc.nat() }),
      fc.record({ kind: fc.constantFrom('hide' as const, 'show' as const, 'delete' as const), which: fc.nat() }),
      fc.record({ kind: fc.constant('hide-and-move' as const), place, which: fc.nat() }),
    ),
    { minLength: 1, maxLength: 25 },
  )

  test('each listing on show is in one area, whatever becomes of it, and a device that follows holds just these', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const world: World = {
          listings: new Map(),
          device: newDevice(SCOPES),
        }
        await write(build.delete(listings))
        for (const step of all) {
          const ids = [...world.listings.keys()]
          const id = 'which' in step ? ids[step.which % Math.max(1, ids.length)] : undefined
          const listing = world.listings.get(id ?? -1)
          if (step.kind === 'add')
            world.listings.set(await addListing(step.place), { neighborhood: step.place, isShown: true })
          else if (id === undefined || !listing) continue
          else if (step.kind === 'delete') {
            await write(build.delete(listings).where(eq(listings.id, id)))
            world.listings.delete(id)
          } else {
            if ('place' in step) listing.neighborhood = step.place
            if (step.kind !== 'move') listing.isShown = step.kind === 'show'
            await change(id, { neighborhood: listing.neighborhood, available: listing.isShown })
          }
          await pullAll(world.device)
        }
        const shown = [...world.listings].filter(([, { isShown }]) => isShown)
        const expected = Map.groupBy(shown, ([, { neighborhood }]) => scopeOf(neighborhood))
        await expectDivided(
          world.device,
          new Map([...expected].map(([scope, some]) => [scope, some.map(([id]) => id)])),
        )
        expect(await held('pub:l')).toEqual(shown.map(([id]) => id).toSorted((a, b) => a - b))
      }),
      { numRuns: 25 },
    )
  }, 60_000)

  test('a listing that moves leaves a tombstone before it arrives, and a device that holds both areas keeps it', async () => {
    const id = await addListing('Park Slope')
    const [from, to] = [scopeOf('Park Slope'), scopeOf('Harlem')]
    const cursor = t.deps.feed.seq()
    await change(id, { neighborhood: 'Harlem' })
    const { changes } = await t.deps.feed.pull(
      { epoch: t.deps.feed.epoch(), scopes: { [from]: [cursor], [to]: [cursor] } },
      null,
    )
    expect(changes.map(({ s, i, x }) => [s, i, x])).toEqual([
      [from, String(id), 2],
      [to, String(id), undefined],
    ])
  })

  test('a booking that takes days tells the area, too', async () => {
    const id = await addListing('Bushwick')
    const renter = await createPerson(t)
    const cursor = t.deps.feed.seq()
    await write(build.insert(bookings).values(paidBooking(id, renter.id)))
    const scope = scopeOf('Bushwick')
    const { changes } = await t.deps.feed.pull({ epoch: t.deps.feed.epoch(), scopes: { [scope]: [cursor] } }, null)
    expect(changes.map(({ s, i }) => [s, i])).toEqual([[scope, String(id)]])
  })

  const paidBooking = (listingId: number, userId: number) => ({
    listingId,
    userId,
    ownerId: owner.id,
    startDate: '2026-12-20',
    endDate: '2026-12-21',
    status: 'paid' as const,
    statusChangedAt: t.deps.now().toISOString(),
    totalAmount: 2400,
    listingTitle: 'Plates',
    listingPhoto: testPhoto('plates'),
    priceCents: 1200,
    cancellationPreset: 'standard' as const,
    terms: 'Back by noon.',
    timezone: t.deps.env.timezone,
    createdAt: t.deps.now().toISOString(),
  })

  test('another map of the areas moves what strays at the next start, and back', async () => {
    const { source } = t.deps.db
    if (typeof source !== 'string') return
    const id = await addListing('Park Slope')
    const [here, there] = [scopeOf('Park Slope'), scopeOf('Tottenville')]
    const strayed = [
      // An earlier build had another map, and put the listing there.
      { sql: 'UPDATE sync_feed SET scope = ? WHERE scope = ?', args: [there, here] },
      { sql: 'UPDATE sync_scopes SET scope = ? WHERE scope = ?', args: [there, here] },
      { sql: "UPDATE sync_clock SET triggers = ''", args: [] },
    ]
    await t.deps.db.batch(strayed)
    const cursor = t.deps.feed.seq()
    await prepareDatabase(source)
    expect([await held(there), await held(here)]).toEqual([[], [id]])
    const scopes: Record<string, Cursor> = { [here]: [cursor], [there]: [cursor] }
    const { changes } = await t.deps.feed.pull({ epoch: t.deps.feed.epoch(), scopes }, null)
    expect(changes.map(({ s, x }) => [s, x])).toEqual([
      [there, 2],
      [here, undefined],
    ])
    // The tombstone that it left there does not keep it away.
    await t.deps.db.batch([
      {
        sql: 'UPDATE place_areas SET area = ? WHERE neighborhood = ?',
        args: [AREA_OF.get('Tottenville') ?? '', 'Park Slope'],
      },
      { sql: 'UPDATE sync_feed SET del = 2 WHERE scope = ?', args: [here] },
      { sql: "UPDATE sync_clock SET triggers = ''", args: [] },
    ])
    await prepareDatabase(source)
    expect([await held(there), await held(here)]).toEqual([[], [id]])
  })
})

describe('what a device is to hold', () => {
  const nameOf = async (scope: string) => (await t.call('GET', `/api/sync/snapshots/${encodeURIComponent(scope)}`)).body
  const stateOf = async (scope: string) => {
    const request = { epoch: t.deps.feed.epoch(), scopes: { [scope]: [t.deps.feed.seq()] as [number] } }
    return (await t.deps.feed.pull(request, null)).scopes[scope]
  }

  test('is everything in one scope while that fits', async () => {
    // The owner is a row, too.
    await addListings('Park Slope', DEVICE_ROWS - 1)
    expect((await areas('?places=Harlem')).body).toMatchObject({ areas: null, around: null, parts: {} })
    expect([(await nameOf('pub:l')).isPart, (await stateOf('pub:l'))?.divided]).toEqual([undefined, undefined])
    await addListing('Park Slope')
    expect((await areas('?places=Harlem')).body).toMatchObject({ total: DEVICE_ROWS, around: 'Harlem', parts: {} })
    expect([(await nameOf('pub:l')).isPart, (await stateOf('pub:l'))?.divided]).toEqual([true, true])
    expect([(await nameOf('pub:m')).isPart, (await stateOf('pub:m'))?.divided]).toEqual([undefined, undefined])
  })

  test('is the areas nearest to a place until it is full, where it does not', async () => {
    await addListings('Park Slope', 50)
    await addListings('Bushwick', 47)
    await addListings('Harlem', 40)
    await addListing(null)
    const listed = async (query: string) => {
      const { body } = await areas(query)
      return [
        body.around,
        body.areas
          .filter(({ listings }: { listings: number }) => listings > 0)
          .map((one: { area: string }) => one.area),
      ]
    }
    const [slope, bushwick, harlem] = (['Park Slope', 'Bushwick', 'Harlem'] as const).map((name) => AREA_OF.get(name))
    expect(await listed('?places=Park+Slope')).toEqual(['Park Slope', [slope, bushwick, ELSEWHERE]])
    expect(await listed('?places=Harlem')).toEqual(['Harlem', [harlem, bushwick, ELSEWHERE]])
    // The fullest area is the middle for somebody of whom nothing is known.
    expect(await listed('')).toEqual([null, [slope, bushwick, ELSEWHERE]])
    expect(await listed('?places=Atlantis,constructor')).toEqual([null, [slope, bushwick, ELSEWHERE]])
    expect(await listed('?places=Tottenville,Bushwick')).toEqual(['Tottenville', [bushwick, slope, ELSEWHERE]])
  })

  test('is the areas of a borough that was searched, behind those around the person’s own neighborhood', async () => {
    await addListings('Park Slope', 50)
    await addListings('Tottenville', 48)
    await addListings('Harlem', 50)
    const listed = async (query: string) =>
      (await areas(query)).body.areas.flatMap(({ area, listings }: { area: string; listings: number }) =>
        listings > 0 ? [area] : [],
      )
    const [slope, tottenville, harlem] = (['Park Slope', 'Tottenville', 'Harlem'] as const).map((name) =>
      AREA_OF.get(name),
    )
    expect(await listed('?places=Brooklyn')).toEqual([slope, harlem])
    expect(await listed('?places=Manhattan')).toEqual([harlem, tottenville])
    expect(await listed('?places=Staten+Island')).toContain(tottenville)
    expect(await listed('?places=Harlem,Brooklyn')).toEqual([harlem, slope])
  })

  test('is the areas around the person’s own neighborhood before those of a borough that was searched', async () => {
    const around = ['Prospect Heights', 'Downtown Brooklyn'] as const
    const inQueens = AREAS_OF_PLACES.filter(([name]) => isIn('Queens', name))
    const onePerArea = new Map(inQueens.map(([name, area]) => [area, name])).values()
    const near = around.map((name) => AREA_OF.get(name))
    for (const name of ['Park Slope', ...around, ...[...onePerArea].slice(0, 3)])
      await addListings(name as Neighborhood, 30)
    const held = (await areas(`?places=${encodeURIComponent('Park Slope,Queens')}`)).body.areas
    expect(held.map(({ area }: { area: string }) => area)).toEqual(expect.arrayContaining(near))
  })

  test.each([
    [['Park Slope', 'Tottenville', 'Harlem']],
    [['Tottenville', 'Harlem', 'Park Slope']],
    [['Harlem', 'Park Slope', 'Tottenville']],
  ] as const)('is the areas of places in the order in which they were named, as of %p', async (places) => {
    for (const name of places) await addListings(name, 50)
    const { body } = await areas(`?places=${encodeURIComponent(places.join())}`)
    const held = body.areas.filter(({ listings }: { listings: number }) => listings > 0)
    const [first, second] = places.map((name) => AREA_OF.get(name))
    expect([body.around, held.map(({ area }: { area: string }) => area)]).toEqual([places[0], [first, second]])
  })

  test('is around no borough of which it has no area', async () => {
    const inBrooklyn = AREAS_OF_PLACES.filter(([name]) => isIn('Brooklyn', name))
    const onePerArea = new Map(inBrooklyn.map(([name, area]) => [area, name])).values()
    for (const name of ['Harlem', 'Tottenville', ...onePerArea]) await addListings(name as Neighborhood, 50)
    const around = async (places: string) => (await areas(`?places=${places}`)).body.around
    expect([await around('Brooklyn'), await around('Brooklyn,Harlem')]).toEqual(['Brooklyn', 'Brooklyn'])
    expect(await around('Brooklyn,Harlem,Tottenville')).toBeNull()
  })

  test('is one area at least, and of that the newest listings', async () => {
    await addListings('Park Slope', DEVICE_ROWS + 5)
    const { body } = await areas('?places=Park+Slope')
    const named = body.areas.filter(({ listings }: { listings: number }) => listings > 0)
    expect(named).toEqual([{ area: AREA_OF.get('Park Slope'), listings: DEVICE_ROWS + 5, people: 0, isPart: true }])
    const mostIn = (scope: string) => (scope === 'pub:l' ? DEVICE_ROWS : DEVICE_ROWS / 2)
    for (const scope of [scopeOf('Park Slope'), 'pub:l']) {
      const { name, isPart } = await nameOf(scope)
      expect(isPart).toBe(true)
      const path = `/api/sync/snapshots/${encodeURIComponent(scope)}/${name}`
      const lines = (await (await t.fetch(new Request(`${t.deps.env.origin}${path}`))).text()).trim().split('\n')
      const rows = lines.slice(1).flatMap((line) => JSON.parse(line) as SnapshotRow<unknown>[])
      expect([scope, idsOf(rows)]).toEqual([scope, (await held(scope)).slice(-mostIn(scope))])
      expect(await stateOf(scope)).toEqual({
        ...{ from: null, most: mostIn(scope) },
        ...(scope === 'pub:l' && { divided: true }),
      })
    }
  })

  test('is the newest items of each category, where the items are more than a fifth of its rows', async () => {
    await createItemRows(t, owner.id, 20, 'favors')
    await addListings('Park Slope', 80)
    // Everything together is too much, and the listings have room for four fifths without their owner.
    expect((await areas()).body).toMatchObject({ areas: expect.anything(), parts: {} })
    const [linen] = await createItemRows(t, owner.id, 1, 'linens')
    const { parts } = (await areas()).body
    expect(parts).toEqual({
      item: MADE_TO_ORDER_CATEGORIES.map((category) => ({
        scope: `pub:m:${category}`,
        rows: { favors: 20, linens: 1 }[category as string] ?? 0,
      })),
    })
    expect([(await nameOf('pub:m')).isPart, (await nameOf('pub:m:favors')).isPart]).toEqual([true, true])
    expect([await stateOf('pub:m'), await stateOf('pub:m:favors'), await stateOf('pub:m:linens')]).toEqual([
      { from: null, n: 21, sum: expect.any(Number), divided: true },
      { from: null, most: 2 },
      { from: null, n: 1, sum: expect.any(Number) },
    ])
    await write(
      build
        .update(madeToOrderItems)
        .set({ category: 'favors' })
        .where(eq(madeToOrderItems.id, linen ?? 0)),
    )
    expect([await held('pub:m:linens'), (await held('pub:m:favors')).length]).toEqual([[], 21])
    // There are no parts while everything fits.
    await write(build.update(listings).set({ available: false }))
    expect((await areas()).body).toMatchObject({ areas: null, parts: {} })
  })

  test('is the posts of the last months with their counts, and the coming month, where they are more than a fifth of its rows', async () => {
    const [march, april, may] = [
      '2026-03-15T10:00:00.000Z',
      '2026-04-15T10:00:00.000Z',
      '2026-05-15T10:00:00.000Z',
    ] as const
    t.clock.now = new Date('2026-05-20T10:00:00.000Z')
    await createPostRows(t, owner.id, 30, march)
    const april4 = await createPostRows(t, owner.id, 4, april)
    await addListings('Park Slope', 80)
    const monthsHeld = async () => (await areas()).body.parts.post?.map(({ scope }: { scope: string }) => scope)
    expect(await monthsHeld()).toEqual(['pub:p:2026-06', 'pub:p:2026-05', 'pub:p:2026-04', 'pub:p:2026-03'])
    await createPostRows(t, owner.id, 1, may)
    // As many as the largest month may have: those before are not held.
    expect(await monthsHeld()).toEqual(['pub:p:2026-06', 'pub:p:2026-05', 'pub:p:2026-04'])
    expect((await areas()).body.parts.stat).toEqual([
      { scope: 'pub:s:2026-06', rows: 0 },
      { scope: 'pub:s:2026-05', rows: 1 },
      { scope: 'pub:s:2026-04', rows: 4 },
    ])
    expect([await stateOf('pub:p:2026-03'), (await nameOf('pub:s')).isPart]).toEqual([{ from: null, most: 5 }, true])
    const cursor = t.deps.feed.seq()
    await write(
      build.insert(postMarks).values({ kind: 'like', postId: april4[0] ?? 0, userId: owner.id, createdAt: may }),
    )
    const scopes = Object.fromEntries(['pub:s', 'pub:s:2026-04', 'pub:s:2026-03'].map((scope) => [scope, [cursor]]))
    const { changes } = await t.deps.feed.pull({ epoch: t.deps.feed.epoch(), scopes: scopes as never }, null)
    expect(changes.map(({ s, i }) => [s, Number(i)]).toSorted()).toEqual([
      ['pub:s', april4[0] ?? 0],
      ['pub:s:2026-04', april4[0] ?? 0],
    ])
    await write(build.update(inspirationPosts).set({ hiddenAt: may }).where(eq(inspirationPosts.createdAt, march)))
    expect([await held('pub:p:2026-03'), await held('pub:s:2026-03'), await held('pub:p:2026-04')]).toEqual([
      [],
      [],
      april4,
    ])
  })

  test('has the counts of the posts that it has, whichever posts were liked last', async () => {
    const [month, whole] = ['2026-05', ''].map((part) => (part ? `:${part}` : ''))
    const posts = await createPostRows(t, owner.id, 12, '2026-05-15T10:00:00.000Z')
    for (const postId of posts.slice(0, 4))
      await write(
        build
          .insert(postMarks)
          .values({ kind: 'like', postId, userId: owner.id, createdAt: '2026-05-16T10:00:00.000Z' }),
      )
    for (const part of [month, whole]) {
      const rows = await Promise.all(
        ['pub:p', 'pub:s'].map((scope) => liveRows(t.deps.db, `${scope}${part}`, t.clock.now, 5)),
      )
      const [shown, counted] = rows.map((some) => some.map(([, id]) => Number(id)).toSorted((a, b) => a - b))
      expect([shown, counted]).toEqual([posts.slice(-5), posts.slice(-5)])
      expect(rows[1]?.map(([seq]) => seq)).toEqual(rows[1]?.map(([seq]) => seq).toSorted((a, b) => a - b))
    }
  })

  test('is never more than its rows, whatever the market has', () => {
    const count = fc.oneof(fc.nat(50), fc.nat(40_000), fc.nat(2_000_000))
    const rows = fc.record({ listing: count, person: count, item: count, post: count })
    fc.assert(
      fc.property(rows, fc.integer({ min: 200, max: 100_000 }), (some, deviceRows) => {
        const counts = new Map(
          Object.entries({ ...some, stat: some.post }).map(([coll, n]) => [publicScopes[coll as 'listing'], n]),
        )
        const { divided, room } = divisionOf(counts, deviceRows)
        const most = (scope: string) => mostOf(scope, deviceRows)
        const whole = [...counts].filter(([scope]) => ![...divided].some((coll) => publicScopes[coll] === scope))
        const held = [
          ...whole.map(([, n]) => n),
          ...(divided.has('item') ? MADE_TO_ORDER_CATEGORIES.map((one) => most(`pub:m:${one}`)) : []),
          // The months before the last one have fewer than a month may have, the last one has as many.
          ...(divided.has('post') ? [2 * (most('pub:p:2026-11') + most('pub:p:2026-10'))] : []),
          ...(divided.has('listing') ? [Math.max(room, most('pub:l:elsewhere') + most('pub:u:elsewhere'))] : []),
        ].reduce((sum, n) => sum + n, 0)
        expect(held).toBeLessThanOrEqual(deviceRows)
      }),
    )
  })
})

test.each([
  ...['pub:l:', 'pub:l:862a1072ffffff', 'pub:u:constructor', 'pub:l:elsewhere ', 'pub:m:elsewhere', 'pub:m:Linens'],
  ...['pub:p:2026-13', 'pub:p:2026-1', 'pub:s:1999-12', 'pub:l:2026-11', 'pub:p:2026-11-01', 'pub:p:2026-11\n'],
])('%p is nobody’s scope', async (scope) => {
  expect(isPublicScope(scope)).toBe(false)
  expect((await t.call('GET', `/api/sync/snapshots/${encodeURIComponent(scope)}`)).status).toBe(404)
  const { body } = await t.call('POST', '/api/sync/pull', { body: { epoch: null, scopes: { [scope]: [0] } } })
  expect(body.gone).toEqual([scope])
})

test('a pull that asks for more scopes than there are is refused with words', async () => {
  const scopes = Object.fromEntries(Array.from({ length: PULL_SCOPES_MAX + 1 }, (_, nth) => [`x:${nth}`, [0]]))
  const answer = await t.call('POST', '/api/sync/pull', { body: { epoch: null, scopes } })
  expect([answer.status, answer.body.code]).toEqual([422, 'validation'])
})

test.each([
  `?places=${'x'.repeat(401)}`,
  '?places=%00',
  '?places=Park+Slope&places=Harlem',
  `?places=${'Harlem,'.repeat(50)}`,
])('hostile places %# are an answer or a refusal, never a failure', async (query) => {
  expect([200, 422]).toContain((await areas(query)).status)
})
