import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { partScope, publicScopes } from '#schema/sync-scopes'
import { build, step } from '../../../db/steps'
import { listings } from '../../../db/tables'
import { openTestApp, type TestApp } from '../../test-app'
import { type CursorDevice, fillDevice, isNewsFor, pullDevice } from './device'
import type { FillSeen, Visitor, Writer } from './device-orders'
import { openStreams } from './device-streams'
import { growingMarket } from './market-rows'

const DEVICE_ROWS = 200
const LISTINGS = 1_500

let t: TestApp
let origin: string
let writers: Writer[]
let visitor: Visitor
let filled: { device: CursorDevice; seen: FillSeen }

beforeAll(async () => {
  t = await openTestApp({ DEVICE_ROWS: String(DEVICE_ROWS), TRUSTED_PROXIES: '127.0.0.1' })
  const market = await growingMarket(t)
  await market.growTo(LISTINGS)
  writers = market.writers()
  const [first] = await market.addVisitors(1)
  visitor = { ...(first as Visitor), neighborhood: 'Park Slope' }
  t.app.listen({ port: 0, hostname: '127.0.0.1' })
  origin = t.app.server?.url.origin ?? ''
  filled = await fillDevice(origin, visitor)
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.app.stop(true)
  await t.close()
})

const isHeld = ({ area }: Writer) => partScope('listing', area) in filled.device.scopes
/** A writer whose listing the device holds, or one whose listing lies elsewhere. */
const writerWhere = (held: boolean) => writers.find((writer) => isHeld(writer) === held) as Writer

const edit = ({ listing }: Writer) =>
  t.deps.db.write(() => [
    step(build.update(listings).set({ description: crypto.randomUUID() }).where(eq(listings.id, listing))),
  ])

test('a device that is filled from a large market holds listings of some areas, as many as the feed counts there', async () => {
  const { device, seen } = filled
  const areas = Object.keys(device.scopes).filter((scope) => scope.startsWith(`${publicScopes.listing}:`))
  const counts = await t.deps.db.readBatch([
    {
      sql: 'SELECT sum(n) AS n FROM sync_scopes WHERE scope IN (SELECT value FROM json_each(?))',
      args: [JSON.stringify(areas)],
    },
  ])
  expect([seen.areas, seen.listings]).toEqual([areas.length, Number(counts[0]?.rows[0]?.n)])
  expect(seen.listings).toBeGreaterThan(0)
  expect(seen.rows).toBeLessThanOrEqual(DEVICE_ROWS)
})

test('an edit elsewhere brings a device no row, an edit in its areas brings one', async () => {
  const { device } = filled
  await pullDevice(origin, device)
  const changes: string[][] = []
  for (const held of [false, true]) {
    await edit(writerWhere(held))
    changes.push((await pullDevice(origin, device)).answer.changes.map(({ i }) => i))
  }
  expect(changes).toEqual([[], [String(writerWhere(true).listing)]])
})

test('the live stream tells of both edits, and only one of them is news for the device', async () => {
  const heard: boolean[] = []
  let told = Promise.withResolvers<void>()
  await openStreams(origin, [visitor], (_, poke) => {
    heard.push(isNewsFor(filled.device, poke))
    told.resolve()
  })
  for (const held of [false, true]) {
    told = Promise.withResolvers<void>()
    await edit(writerWhere(held))
    await told.promise
  }
  expect(heard).toEqual([false, true])
})

test('the search finds a listing of the grown market by its words', async () => {
  const [row] = await t.deps.db.read.select().from(listings).where(eq(listings.id, 7))
  const { body } = await t.call('GET', `/api/search?${new URLSearchParams({ text: row?.title ?? '' })}`)
  expect(body.listings.map(({ id }: { id: number }) => id)).toContain(7)
})
