import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { SnapshotRow } from '#schema/sync'
import { AREA_COLLECTIONS, PUBLIC_SCOPES, publicScopes } from '#schema/sync-scopes'
import { build, step } from '../../server/db/steps'
import { listings, users } from '../../server/db/tables'
import { copyListingRow, createListingRow, createPerson } from '../../server/test-support/factories'
import { openTestApp, type TestApp } from '../../server/test-support/test-app'
import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'
import { refreshAreas } from '../sync/ask-areas'
import { Catalogue } from '../sync/catalogue'
import { findDrift } from '../sync/drift'
import { fetchSnapshot } from '../sync/fetch-snapshot'
import { isScopeOf, noteSearchedPlace, readAreas, scopesOf } from '../sync/held-areas'
import { httpCall } from '../sync/http'
import { PINNED, packOf } from '../sync/packs'
import { pullRound } from '../sync/pull'
import { freshDb, reopened } from '../test-support/disk-in-memory'
import { type Dice, diceOf } from './simulation/dice'
import { Network, tick } from './simulation/network'

const DEVICE_ROWS = 100
const SEEDS = Array.from({ length: 15 }, (_, nth) => nth + 1)
const STEPS = 40
const PLACES = ['Park Slope', 'Bushwick', 'Harlem', 'Tottenville', 'Astoria', null] as const
const SEARCHED = ['Park Slope', 'Harlem', 'Tottenville', 'Brooklyn'] as const

let t: TestApp
let owners: { id: number }[]

beforeAll(async () => {
  t = await openTestApp({ DEVICE_ROWS: String(DEVICE_ROWS) })
  owners = await Promise.all(Array.from({ length: 6 }, () => createPerson(t)))
})
afterAll(() => t.close())

const write = (...queries: Parameters<typeof step>[0][]) =>
  t.deps.db.write(() => ({ value: null, steps: queries.map((query) => step(query)) }))

/** The listings of the market, by what this test has done to them. */
class Market {
  readonly shown = new Set<number>()
  readonly #dice: Dice

  constructor(dice: Dice) {
    this.#dice = dice
  }

  async grow(): Promise<void> {
    const neighborhood = this.#dice.pick(PLACES)
    const row = await createListingRow(t, this.#dice.pick(owners), { neighborhood })
    this.shown.add(row.id)
    for (const id of await copyListingRow(t, row, this.#dice.below(40))) this.shown.add(id)
  }

  async shrink(): Promise<void> {
    const some = [...this.shown].filter(() => this.#dice.roll() < 0.4)
    for (const id of some) this.shown.delete(id)
    if (some.length > 0)
      await write(...some.map((id) => build.update(listings).set({ available: false }).where(eq(listings.id, id))))
  }

  /** Somebody moves house with all that they lend. */
  async moveHouse(): Promise<void> {
    const { id } = this.#dice.pick(owners)
    const neighborhood = this.#dice.pick(PLACES)
    await write(
      build.update(users).set({ neighborhood }).where(eq(users.id, id)),
      build.update(listings).set({ neighborhood }).where(eq(listings.userId, id)),
    )
  }

  async change(): Promise<void> {
    const [id] = this.shown
    const neighborhood = this.#dice.pick(PLACES)
    if (id) await write(build.update(listings).set({ neighborhood }).where(eq(listings.id, id)))
  }
}

/** A visitor's browser: the real pull and catalogue over a disk in memory. */
class Browser {
  db: LocalDb = freshDb()
  catalogue = new Catalogue(this.db)
  /** What the last complete round said. */
  drifted: string[] = []

  async pull(): Promise<boolean> {
    const { db, catalogue } = this
    await refreshAreas({ db, call: httpCall })
    const end = await pullRound({
      db,
      userId: null,
      call: httpCall,
      fetchSnapshot: (scope) => fetchSnapshot(scope, () => undefined),
      onFilled: () => void catalogue.refresh().catch(() => undefined),
    })
    if (end.kind !== 'done') return end.kind !== 'more'
    await catalogue.refresh()
    this.drifted = await findDrift({ db, catalogue, userId: null }, end.told)
    return true
  }

  /** Kills the app somewhere in the middle of a pull. */
  async crash(dice: Dice): Promise<void> {
    const dying = this.pull().catch(() => undefined)
    for (let left = dice.below(80); left > 0; left--) await tick()
    this.db = reopened(this.db)
    this.catalogue = new Catalogue(this.db)
    await dying
    await this.catalogue.open()
  }

  async askAgain(): Promise<void> {
    const areas = await readAreas(this.db)
    if (areas) await writeMeta(this.db, 'areas', { ...areas, askedAt: 0 })
  }
}

async function play(seed: number): Promise<string[]> {
  const dice = diceOf(seed)
  const network = new Network({
    serve: t.fetch,
    dice,
    cookieOf: () => null,
    epoch: () => t.deps.feed.epoch(),
    portal: () => new Response('<html>Welcome to our lobby</html>', { headers: { 'content-type': 'text/html' } }),
  })
  const browserFetch = globalThis.fetch
  globalThis.fetch = Object.assign(
    (path: string, init?: RequestInit) => network.fetch(path, init),
    browserFetch,
  ) as never
  const market = new Market(dice)
  const browser = new Browser()
  try {
    await write(build.update(listings).set({ available: false }).where(eq(listings.available, true)))
    await browser.catalogue.open()
    for (let nth = 0; nth < STEPS; nth++)
      switch (
        dice.weighted({ grow: 3, shrink: 1, change: 2, move: 2, search: 1, pull: 6, crash: 1, later: 1, askAgain: 1 })
      ) {
        case 'grow':
          await market.grow()
          break
        case 'shrink':
          await market.shrink()
          break
        case 'change':
          await market.change()
          break
        case 'move':
          await market.moveHouse()
          break
        case 'search':
          await noteSearchedPlace(browser.db, dice.pick(SEARCHED))
          break
        case 'pull':
          await browser.pull()
          break
        case 'crash':
          await browser.crash(dice)
          break
        case 'later':
          t.clock.advance(60_000)
          break
        case 'askAgain':
          await browser.askAgain()
          break
      }
    network.mood = 'calm'
    await network.deliverAllLate()
    t.clock.advance(60_000)
    await browser.askAgain()
    let rounds = 0
    while (!(await browser.pull()) && rounds < 5) rounds++
    return [...(await faultsOf(browser, market)), ...(rounds === 5 ? ['it never comes to an end'] : [])]
  } finally {
    globalThis.fetch = browserFetch
    await browser.db.delete()
  }
}

const idsOf = (rows: readonly SnapshotRow<unknown>[]) => rows.map(([, id]) => Number(id))

/** Wherever the device is not what the server would give to a new one. */
async function faultsOf({ db, catalogue, drifted }: Browser, { shown }: Market): Promise<string[]> {
  const faults: string[] = drifted.map((scope) => `${scope} has drifted`)
  const areas = await readAreas(db)
  const divided = AREA_COLLECTIONS.flatMap((coll) => scopesOf(areas, coll))
  if ((areas === null) !== shown.size <= DEVICE_ROWS)
    faults.push(`${shown.size} listings, and areas are ${areas?.areas}`)
  const { body: told } = await t.call('GET', `/api/sync/areas?${new URLSearchParams({ places: areas?.places ?? '' })}`)
  if (JSON.stringify(told.areas) !== JSON.stringify(areas?.areas ?? null)) faults.push('the areas are not those of now')
  const searched = await readMeta<string[]>(db, 'places')
  if (areas && areas.places !== (searched ?? []).join(',')) faults.push(`areas are those of ${areas.places}`)
  const scopes = await db.scopes.toArray()
  const others = PUBLIC_SCOPES.filter((scope) => !AREA_COLLECTIONS.some((coll) => isScopeOf(coll, scope)))
  const expected = [...divided, ...others]
  if (new Set(scopes.map(({ scope }) => scope)).symmetricDifference(new Set(expected)).size > 0)
    faults.push(`scopes are ${scopes.map(({ scope }) => scope)}`)
  if (new Set(scopes.map(({ cursor }) => cursor)).size !== 1) faults.push('scopes do not stand at one number')
  const packs = new Set((await db.chunks.toArray()).map(({ coll }) => coll))
  for (const { coll } of await db.changed.toArray()) packs.add(coll)
  const known = new Set(scopes.map(({ scope }) => packOf(scope)))
  for (const pack of packs) if (pack !== PINNED && !known.has(pack)) faults.push(`${pack} was left behind`)
  const gone = new Set(catalogue.all('listing').map(({ id }) => id)).difference(shown)
  if (gone.size > 0) faults.push(`shows what is gone: ${[...gone]}`)
  const reread = new Catalogue(db)
  await reread.open()
  for (const coll of AREA_COLLECTIONS) {
    const must = new Set<number>()
    const may = new Set<number>()
    for (const scope of scopesOf(areas, coll)) {
      const live = idsOf((await t.deps.feed.wholeScope(scope)).rows)
      for (const id of live) may.add(id)
      for (const id of live.slice(-DEVICE_ROWS)) must.add(id)
    }
    const held = new Set(catalogue.all(coll).map(({ id }) => id))
    if (must.difference(held).size > 0) faults.push(`${coll}: lacks ${[...must.difference(held)]}`)
    if (held.difference(may).size > 0) faults.push(`${coll}: holds ${[...held.difference(may)]}`)
    const onDisk = new Set(reread.all(coll).map(({ id }) => id))
    if (onDisk.symmetricDifference(held).size > 0) faults.push(`${coll}: the disk holds others than the page`)
  }
  return faults
}

test('whatever the market and the network do, a device ends with the listings and people of its areas, each once, and no others', async () => {
  const faults: string[] = []
  for (const seed of SEEDS) faults.push(...(await play(seed)).map((fault) => `seed ${seed}: ${fault}`))
  expect(faults).toEqual([])
  expect(t.errors).toEqual([])
}, 240_000)

test('a device of another build, which knows one scope alone, gets the newest listings and is not told that it has drifted', async () => {
  await write(build.update(listings).set({ available: false }).where(eq(listings.available, true)))
  const market = new Market(diceOf(1))
  while (market.shown.size < 2 * DEVICE_ROWS) await market.grow()
  // A snapshot of before is too old by now.
  t.clock.advance(60_000)
  const named = await t.call('GET', `/api/sync/snapshots/${encodeURIComponent(publicScopes.listing)}`)
  const path = `/api/sync/snapshots/${encodeURIComponent(publicScopes.listing)}/${named.body.name}`
  const lines = (await (await t.fetch(new Request(`${t.deps.env.origin}${path}`))).text()).trim().split('\n')
  const { to, rows } = JSON.parse(lines[0] ?? '')
  const ids = lines.slice(1).flatMap((line) => idsOf(JSON.parse(line)))
  const newest = idsOf((await t.deps.feed.wholeScope(publicScopes.listing)).rows).slice(-DEVICE_ROWS)
  expect([rows, ids]).toEqual([DEVICE_ROWS, newest])
  await market.grow()
  const body = { epoch: t.deps.feed.epoch(), scopes: { [publicScopes.listing]: [to] } }
  const { body: answer } = await t.call('POST', '/api/sync/pull', { body })
  expect([answer.reset, answer.gone, answer.scopes[publicScopes.listing].n]).toEqual([[], [], undefined])
  expect(answer.changes.length).toBeGreaterThan(0)
})
