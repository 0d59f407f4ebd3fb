import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { MADE_TO_ORDER_CATEGORIES } from '#schema/category-names'
import type { SnapshotRow } from '#schema/sync'
import { type PublicCollection, publicScopes } from '#schema/sync-scopes'
import { build, step } from '../../server/db/steps'
import { inspirationPosts, listings, madeToOrderItems, users } from '../../server/db/tables'
import { liveRows } from '../../server/sync/feed'
import { mostOf } from '../../server/sync/public-scopes'
import {
  copyListingRow,
  createItemRows,
  createListingRow,
  createPerson,
  createPostRows,
} from '../../server/test-support/factories'
import { openTestApp, type TestApp } from '../../server/test-support/test-app'
import { type LocalDb, writeMeta } from '../disk/local-db'
import { refreshAreas } from '../sync/ask-areas'
import { Catalogue } from '../sync/catalogue'
import { findDrift } from '../sync/drift'
import { fetchSnapshot } from '../sync/fetch-snapshot'
import { readParts, scopesOf } from '../sync/held-areas'
import { httpCall } from '../sync/http'
import { isPinned, packOf } from '../sync/packs'
import { pin, pinned } from '../sync/pins'
import { pullRound } from '../sync/pull'
import { freshDb, reopened } from '../test-support/disk-in-memory'
import { type Dice, diceOf } from './simulation/dice'
import { Network, tick } from './simulation/network'

const DEVICE_ROWS = 100
const SEEDS = Array.from({ length: 15 }, (_, nth) => nth + 1)
const STEPS = 40
const PLACES = ['Park Slope', 'Bushwick', 'Harlem', 'Tottenville', 'Astoria', null] as const
const DAY_MS = 24 * 60 * 60_000
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

async function emptyMarket(): Promise<void> {
  const deletedAt = t.clock.now.toISOString()
  await write(
    build.update(listings).set({ available: false }).where(eq(listings.available, true)),
    build.update(madeToOrderItems).set({ deletedAt }),
    build.update(inspirationPosts).set({ deletedAt }),
  )
}

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

  async growItems(): Promise<void> {
    await createItemRows(t, this.#owner(), 1 + this.#dice.below(15), this.#dice.pick(MADE_TO_ORDER_CATEGORIES))
  }

  async growPosts(): Promise<void> {
    const createdAt = new Date(t.clock.now.getTime() - this.#dice.below(120) * DAY_MS)
    await createPostRows(t, this.#owner(), 1 + this.#dice.below(15), createdAt.toISOString())
  }

  /** Some things are hidden, others come back, and the items of somebody are sold as something else. */
  async changeOthers(): Promise<void> {
    const hiddenAt = this.#dice.roll() < 0.5 ? t.clock.now.toISOString() : null
    await write(
      build.update(madeToOrderItems).set({ hiddenAt }).where(eq(madeToOrderItems.userId, this.#owner())),
      build.update(inspirationPosts).set({ hiddenAt }).where(eq(inspirationPosts.userId, this.#owner())),
      build
        .update(madeToOrderItems)
        .set({ category: this.#dice.pick(MADE_TO_ORDER_CATEGORIES) })
        .where(eq(madeToOrderItems.userId, this.#owner())),
    )
  }

  #owner = () => this.#dice.pick(owners).id

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
      fetchSnapshot: (scope, isPartWanted = false) => fetchSnapshot(scope, () => undefined, { isPartWanted }),
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
    const held = await readParts(this.db)
    if (held) await writeMeta(this.db, 'areas', { ...held, askedAt: 0 })
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
    await emptyMarket()
    await browser.catalogue.open()
    for (let nth = 0; nth < STEPS; nth++)
      switch (
        dice.weighted({
          ...{ grow: 3, shrink: 1, change: 2, move: 2, items: 2, posts: 2, others: 1 },
          ...{ search: 1, pull: 7, crash: 1, later: 1, askAgain: 1 },
        })
      ) {
        case 'items':
          await market.growItems()
          break
        case 'posts':
          await market.growPosts()
          break
        case 'others':
          await market.changeOthers()
          break
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
          await pin(browser.db, 'place', dice.pick(SEARCHED))
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
    return [
      ...(await faultsOf(browser, market)),
      ...(await faultsOfNew()),
      ...(rounds === 5 ? ['it never comes to an end'] : []),
    ]
  } finally {
    globalThis.fetch = browserFetch
    await browser.db.delete()
  }
}

const idsOf = (rows: readonly SnapshotRow<unknown>[]) => rows.map(([, id]) => Number(id))

const COLLECTIONS = Object.keys(publicScopes) as PublicCollection[]
const live = async (scope: string) => idsOf(await liveRows(t.deps.db, scope, t.clock.now, 10_000))

/** Wherever the device is not what the server would give to a new one. */
async function faultsOf({ db, catalogue, drifted }: Browser, { shown }: Market): Promise<string[]> {
  const faults: string[] = drifted.map((scope) => `${scope} has drifted`)
  const held = await readParts(db)
  const all = (await Promise.all(Object.values(publicScopes).map(live))).flat().length
  if ((held === null) !== all <= DEVICE_ROWS) faults.push(`${all} rows, and the device holds ${JSON.stringify(held)}`)
  const { body: told } = await t.call('GET', `/api/sync/areas?${new URLSearchParams({ places: held?.places ?? '' })}`)
  const { areas = null, parts = {} } = held ?? {}
  if (JSON.stringify([told.areas, told.parts]) !== JSON.stringify([areas, parts]))
    faults.push(`the parts are not those of now: ${JSON.stringify([told.areas, told.parts])}, ${JSON.stringify(held)}`)
  const searched = await pinned(db, 'place')
  if (held && held.places !== searched.join(',')) faults.push(`areas are those of ${held.places}`)
  const scopes = await db.scopes.toArray()
  const expected = COLLECTIONS.flatMap((coll) => scopesOf(held, coll))
  if (new Set(scopes.map(({ scope }) => scope)).symmetricDifference(new Set(expected)).size > 0)
    faults.push(`scopes are ${scopes.map(({ scope }) => scope)}`)
  if (new Set(scopes.map(({ cursor }) => cursor)).size !== 1) faults.push('scopes do not stand at one number')
  const packs = new Set((await db.chunks.toArray()).map(({ coll }) => coll))
  for (const { coll } of await db.changed.toArray()) packs.add(coll)
  const known = new Set(scopes.map(({ scope }) => packOf(scope)))
  for (const pack of packs) if (!isPinned(pack) && !known.has(pack)) faults.push(`${pack} was left behind`)
  const gone = new Set(catalogue.all('listing').map(({ id }) => id)).difference(shown)
  if (gone.size > 0) faults.push(`shows what is gone: ${[...gone]}`)
  const reread = new Catalogue(db)
  await reread.open()
  for (const coll of COLLECTIONS) {
    const must = new Set<number>()
    const may = new Set<number>()
    for (const scope of scopesOf(held, coll)) {
      const ids = await live(scope)
      for (const id of ids) may.add(id)
      for (const id of ids.slice(-mostOf(scope, DEVICE_ROWS))) must.add(id)
    }
    const here = new Set(idsIn(catalogue, coll))
    if (must.difference(here).size > 0) faults.push(`${coll}: lacks ${[...must.difference(here)]}`)
    if (here.difference(may).size > 0) faults.push(`${coll}: holds ${[...here.difference(may)]}`)
    const onDisk = new Set(idsIn(reread, coll))
    if (onDisk.symmetricDifference(here).size > 0) faults.push(`${coll}: the disk holds others than the page`)
  }
  return faults
}

const idsIn = (catalogue: Catalogue, coll: PublicCollection) =>
  (catalogue.all(coll) as readonly { id: number }[]).map(({ id }) => id)

/** A device that is filled now holds no more than it is to hold. */
async function faultsOfNew(): Promise<string[]> {
  const browser = new Browser()
  await browser.catalogue.open()
  for (let rounds = 0; rounds < 3 && !(await browser.pull()); rounds++);
  const rows = COLLECTIONS.flatMap((coll) => idsIn(browser.catalogue, coll)).length
  await browser.db.delete()
  return rows > DEVICE_ROWS ? [`a new device holds ${rows} rows`] : []
}

test('whatever the market and the network do, a device ends with what is to be on it, each row once, and no others', async () => {
  const faults: string[] = []
  for (const seed of SEEDS) faults.push(...(await play(seed)).map((fault) => `seed ${seed}: ${fault}`))
  expect(faults).toEqual([])
  expect(t.errors).toEqual([])
}, 240_000)

test('a device of another build, which knows one scope alone, gets the newest listings and is not told that it has drifted', async () => {
  await emptyMarket()
  const market = new Market(diceOf(1))
  while (market.shown.size < 2 * DEVICE_ROWS) await market.grow()
  // A snapshot of before is too old by now.
  t.clock.advance(60_000)
  const named = await t.call('GET', `/api/sync/snapshots/${encodeURIComponent(publicScopes.listing)}`)
  const path = `/api/sync/snapshots/${encodeURIComponent(publicScopes.listing)}/${named.body.name}`
  const lines = (await (await t.fetch(new Request(`${t.deps.env.origin}${path}`))).text()).trim().split('\n')
  const { to, rows } = JSON.parse(lines[0] ?? '')
  const ids = lines.slice(1).flatMap((line) => idsOf(JSON.parse(line)))
  const newest = (await live(publicScopes.listing)).slice(-DEVICE_ROWS)
  expect([rows, ids]).toEqual([DEVICE_ROWS, newest])
  await market.grow()
  const body = { epoch: t.deps.feed.epoch(), scopes: { [publicScopes.listing]: [to] } }
  const { body: answer } = await t.call('POST', '/api/sync/pull', { body })
  expect([answer.reset, answer.gone, answer.scopes[publicScopes.listing].n]).toEqual([[], [], undefined])
  expect(answer.changes.length).toBeGreaterThan(0)
})
