import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { createApp } from '../../server/app'
import { openDatabase } from '../../server/db/client'
import type { Deps } from '../../server/deps'
import { noticeRestore, writeHighWater } from '../../server/sync/clock'
import { openFeed } from '../../server/sync/feed'
import { openTestApp, type TestApp } from '../../server/test-support/test-app'
import { checkQueues, checkRows, checkScreen } from './simulation/checks'
import type { Device } from './simulation/device'
import { plugIn, settle } from './simulation/play'
import { openWorld, type World } from './simulation/world'

let t: TestApp
let world: World
let unplug: () => Promise<void>
let restored: Deps | null = null

beforeEach(async () => {
  t = await openTestApp()
  world = await openWorld(t, 1, null)
  world.network.mood = 'calm'
  unplug = plugIn(world)
  for (const device of world.devices) await device.pull()
})
afterEach(async () => {
  await unplug()
  await restored?.db.close()
  await t.close()
})

async function backUp(): Promise<string> {
  const file = join(t.deps.env.dataDir, 'copy.db')
  const client = createClient({ url: `file:${join(t.deps.env.dataDir, 'test.db')}` })
  await client.execute({ sql: 'VACUUM INTO ?', args: [file] })
  client.close()
  return file
}

/** Puts the copy in the place of the database and starts the server again. */
async function restore(file: string, isNoticed: boolean): Promise<void> {
  await writeHighWater(t.deps)
  const db = await openDatabase(`file:${file}`)
  restored = { ...t.deps, db, feed: await openFeed(db) }
  const app = createApp(restored)
  if (isNoticed) expect(await noticeRestore(restored)).toBe(true)
  world.t = { ...t, deps: restored, app }
  world.network.connect(async (request) => app.handle(request))
}

const send = async (device: Device) => {
  await device.flush()
  await device.pull()
}
const shownEverywhere = (bookingId: number) =>
  Promise.all(world.devices.map(async (device) => (await device.thread(bookingId)).shown))

test.each([
  ['noticed at the start', true],
  // The note of how far it had counted was lost together with the database.
  ['not noticed, but it has counted less far than the devices', false],
])('a restored copy (%s): unsent and just confirmed work is there, and all devices agree', async (_, isNoticed) => {
  const [phone, laptop, renter] = world.devices as [Device, Device, Device]
  const [bookingId = 0] = world.bookingIds
  await phone.say(bookingId)
  for (const device of world.devices) await send(device)
  const copy = await backUp()

  // Made after the copy: confirmed and seen, confirmed but not yet seen, and not yet sent.
  await renter.say(bookingId)
  await send(renter)
  await phone.say(bookingId)
  await phone.press('like', world.postIds[0] as number, true)
  await phone.flush()
  await laptop.say(bookingId)
  await restore(copy, isNoticed)

  for (const device of world.devices) {
    const seen = await device.thread(bookingId)
    await device.pull()
    // What the person sees of their own unsent or unconfirmed work never leaves the screen.
    const now = await device.thread(bookingId)
    const own = seen.shown.filter((words) => words.startsWith(device.name))
    if (device !== renter) for (const words of own) expect(now.shown).toContain(words)
  }
  await settle(world)

  const [first] = await shownEverywhere(bookingId)
  expect(await shownEverywhere(bookingId)).toEqual([first, first, first] as string[][])
  // What only the lost part of the database knew is gone; everything else is there exactly once.
  expect(first?.toSorted()).toEqual([`${phone.name} says 1`, `${phone.name} says 2`, `${laptop.name} says 1`])
  expect((await phone.marks(world.postIds[0] as number)).liked).toBe(true)
  for (const device of [phone, laptop]) expect(await checkScreen(world, device)).toEqual([])
  expect(await checkRows(world)).toEqual([])
  expect(await checkQueues(world)).toEqual([])
})
