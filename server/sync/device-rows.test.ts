import { afterEach, beforeEach, expect, test } from 'bun:test'
import { DEVICE_ROWS, partScope } from '#schema/sync-scopes'
import { build, step } from '../db/steps'
import { listings } from '../db/tables'
import { copyListingRow, createItemRows, createListingRow, createPerson } from '../test-support/factories'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { areasAround } from './areas'
import { cutSnapshot } from './cut-snapshot'
import { measureDeviceRows } from './device-rows'
import { openFeed } from './feed'
import { mostOf } from './public-scopes'

let t: TestApp
let owner: { id: number }
beforeEach(async () => {
  t = await openTestApp()
  owner = await createPerson(t)
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

/** The rows that a server which starts now has a device hold. */
async function agree(bytes?: number, most = DEVICE_ROWS): Promise<number> {
  await measureDeviceRows(t.deps.db, { now: t.deps.now(), most, bytes })
  return (await openFeed(t.deps.db, t.deps.now, most)).deviceRows()
}
const longText = (characters: number) => 'Crème plates, '.repeat(characters / 14)
async function addListings(neighborhood: string, count: number, characters: number): Promise<void> {
  const description = longText(characters)
  await copyListingRow(t, await createListingRow(t, owner, { neighborhood, description }), count - 1)
}

test('an empty market says what it was told, and keeps nothing', async () => {
  expect(await agree()).toBe(DEVICE_ROWS)
  expect(await agree(1_000)).toBe(DEVICE_ROWS)
})

test('a market of usual rows fills a device by their number', async () => {
  await addListings('Harlem', 20, 300)
  await createItemRows(t, owner.id, 20)
  expect(await agree()).toBe(DEVICE_ROWS)
  expect(await agree(undefined, 100)).toBe(100)
})

test('where rows are long, the parts that a device is sent have room in its bytes', async () => {
  const BYTES = 200_000
  for (const neighborhood of ['Harlem', 'Bushwick', 'Park Slope']) await addListings(neighborhood, 25, 4_000)
  await createItemRows(t, owner.id, 30)
  const deviceRows = await agree(BYTES)
  expect(deviceRows).toBeLessThan(80)
  const { areas, parts } = await areasAround(t.deps.db, ['Harlem'], { deviceRows, now: t.deps.now() })
  const ofAreas = areas?.flatMap(({ area }) => [partScope('listing', area), partScope('person', area)]) ?? []
  expect(areas?.some(({ listings }) => listings > 0)).toBe(true)
  const scopes = [...ofAreas, ...(parts?.item ?? []).map(({ scope }) => scope)]
  const cuts = await Promise.all(
    scopes.map((scope) =>
      cutSnapshot(t.deps.db, {
        scope,
        now: t.deps.now(),
        most: mostOf(scope, deviceRows),
        least: t.deps.feed.heard(),
      }),
    ),
  )
  const sent = cuts.reduce((sum, { plainBytes }) => sum + plainBytes, 0)
  expect(sent).toBeGreaterThan(BYTES / 4)
  expect(sent).toBeLessThan(BYTES * 1.1)
})

test('servers that start one after the other agree, until the rows have become much longer', async () => {
  await addListings('Harlem', 20, 2_000)
  const first = await agree(100_000)
  await addListings('Harlem', 2, 3_000)
  expect(await agree(100_000)).toBe(first)
  const running = await openFeed(t.deps.db, t.deps.now)
  const longer = build.update(listings).set({ description: longText(5_000) })
  await t.deps.db.write(() => [step(longer)])
  const later = await agree(100_000)
  expect(later).toBeLessThan(first / 2 + 5)
  // A server that runs already hears of it with the next pull.
  expect(running.deviceRows()).toBe(first)
  await running.pull({ epoch: running.epoch(), scopes: {} }, null)
  expect(running.deviceRows()).toBe(later)
})
