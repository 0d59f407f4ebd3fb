import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { middleOf, neighborhoodOf } from '#schema/places'
import type { Cursor, SnapshotRow } from '#schema/sync'
import { AREA_COLLECTIONS, type AreaCollection, areaScope, PULL_SCOPES_MAX } from '#schema/sync-scopes'
import { build, step } from '../db/steps'
import { bookings, listings, users } from '../db/tables'
import { prepareDatabase } from '../prepare-database'
import { AREAS_OF_PLACES, ELSEWHERE } from '../rentals/listings/place-areas'
import { copyListingRow, createListingRow, createPerson } from '../test-support/factories'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { testPhoto } from '../test-support/test-photos'
import { isPublicScope } from './areas'

/** Few, so that a small market is too large. */
const DEVICE_ROWS = 100
const AREA_OF = new Map<string | null, string>(AREAS_OF_PLACES)
const NEIGHBORHOODS = ['Park Slope', 'Bushwick', 'Harlem', 'Tottenville', null, 'Atlantis'] as const
type Neighborhood = (typeof NEIGHBORHOODS)[number]
const scopeOf = (neighborhood: Neighborhood, coll: AreaCollection = 'listing') =>
  areaScope(AREA_OF.get(neighborhood) ?? ELSEWHERE, coll)
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
const held = async (scope: string) => idsOf((await t.deps.feed.wholeScope(scope)).rows)
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

  test('a device may ask for all areas and all else in one pull', () => {
    expect(AREA_COLLECTIONS.length * new Set(AREA_OF.values()).size + 8).toBeLessThan(PULL_SCOPES_MAX)
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
  test('is everything in one scope while that fits', async () => {
    await addListings('Park Slope', DEVICE_ROWS)
    expect((await areas('?places=Harlem')).body).toMatchObject({ total: DEVICE_ROWS, areas: null, around: null })
    const { body } = await t.call('GET', '/api/sync/snapshots/pub%3Al')
    expect(body.isPart).toBeUndefined()
  })

  test('is the areas nearest to a place until it is full, where it does not', async () => {
    await addListings('Park Slope', 40)
    await addListings('Bushwick', 70)
    await addListings('Harlem', 50)
    await addListings(null, 10)
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
    expect(await listed('?places=Park+Slope')).toEqual(['Park Slope', [slope, harlem, ELSEWHERE]])
    expect(await listed('?places=Harlem')).toEqual(['Harlem', [harlem, slope, ELSEWHERE]])
    // The fullest area is the middle for somebody of whom nothing is known.
    expect(await listed('')).toEqual([null, [bushwick, ELSEWHERE]])
    expect(await listed('?places=Atlantis,constructor')).toEqual([null, [bushwick, ELSEWHERE]])
    expect(await listed('?places=Tottenville,Bushwick')).toEqual(['Tottenville', [bushwick, ELSEWHERE]])
  })

  test('is the areas of a borough that was searched, behind those around the person’s own neighborhood', async () => {
    await addListings('Park Slope', 60)
    await addListings('Tottenville', 40)
    await addListings('Harlem', 60)
    const listed = async (query: string) =>
      (await areas(query)).body.areas.flatMap(({ area, listings }: { area: string; listings: number }) =>
        listings > 0 ? [area] : [],
      )
    const [slope, tottenville, harlem] = (['Park Slope', 'Tottenville', 'Harlem'] as const).map((name) =>
      AREA_OF.get(name),
    )
    expect(await listed('?places=Brooklyn')).toEqual([slope, tottenville])
    expect(await listed('?places=Manhattan')).toEqual([harlem, tottenville])
    expect(await listed('?places=Staten+Island')).toContain(tottenville)
    expect(await listed('?places=Harlem,Brooklyn')).toEqual([harlem, tottenville])
  })

  test('is one area at least, and of that the newest listings', async () => {
    await addListings('Park Slope', DEVICE_ROWS + 5)
    const { body } = await areas('?places=Park+Slope')
    expect(body.areas.map(({ listings }: { listings: number }) => listings).filter(Boolean)).toEqual([DEVICE_ROWS + 5])
    for (const scope of [scopeOf('Park Slope'), 'pub:l']) {
      const path = `/api/sync/snapshots/${encodeURIComponent(scope)}`
      const named = await t.call('GET', path)
      expect(named.body.isPart).toBe(true)
      const lines = (await (await t.fetch(new Request(`${t.deps.env.origin}${path}/${named.body.name}`))).text()).split(
        '\n',
      )
      const rows = lines
        .slice(1)
        .filter(Boolean)
        .flatMap((line) => JSON.parse(line) as SnapshotRow<unknown>[])
      const all = await held(scope)
      expect([scope, idsOf(rows)]).toEqual([scope, all.slice(5)])
      const answer = await t.deps.feed.pull(
        { epoch: t.deps.feed.epoch(), scopes: { [scope]: [t.deps.feed.seq()] } },
        null,
      )
      expect(answer.scopes[scope]).toEqual({ from: null, most: DEVICE_ROWS })
    }
  })
})

test.each(['pub:l:', 'pub:l:862a1072ffffff', 'pub:u:constructor', 'pub:l:elsewhere ', 'pub:m:elsewhere'])(
  '%p is nobody’s scope',
  async (scope) => {
    expect(isPublicScope(scope)).toBe(false)
    expect((await t.call('GET', `/api/sync/snapshots/${encodeURIComponent(scope)}`)).status).toBe(404)
    const { body } = await t.call('POST', '/api/sync/pull', { body: { epoch: null, scopes: { [scope]: [0] } } })
    expect(body.gone).toEqual([scope])
  },
)

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
