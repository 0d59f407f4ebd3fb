import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { createApp } from '../../server/app'
import { openDatabase } from '../../server/db/open-database'
import type { Deps } from '../../server/deps'
import { noticeRestore, writeHighWater } from '../../server/sync/clock'
import { openFeed } from '../../server/sync/feed'
import { createPostRows } from '../../server/test-support/factories'
import { openTestApp, type TestApp } from '../../server/test-support/test-app'
import { tryAgain } from '../sync/outbox'
import { LOST } from '../sync/restored'
import { checkEnd, checkScreen } from './simulation/checks'
import type { Device } from './simulation/device'
import { sharePhoto, shownTitles, typeTitle } from './simulation/drafting'
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
  const client = createClient({ url: `file:${join(t.deps.env.dataDir, 'trestle.db')}` })
  await client.execute({ sql: 'VACUUM INTO ?', args: [file] })
  client.close()
  return file
}

/** Puts the copy in the place of the database and starts the server again. */
async function restore(file: string, isNoticed: boolean): Promise<void> {
  // The note beside the database was restored along with it, or was left as it is.
  if (isNoticed) await writeHighWater(t.deps)
  const db = await openDatabase(`file:${file}`)
  restored = { ...t.deps, db, feed: await openFeed(db, t.deps.now) }
  const app = createApp(restored)
  expect(await noticeRestore(restored)).toBe(isNoticed)
  world.t = { ...t, deps: restored, app }
  world.network.connect(async (request) => app.handle(request))
  // Writes that the lost database had carried out may come once more.
  world.network.carriedOut.clear()
}

const send = async (device: Device) => {
  await device.flush()
  await device.pull()
}
const shownEverywhere = (bookingId: number) =>
  Promise.all(world.devices.map(async (device) => (await device.thread(bookingId)).shown))
const newestMessage = async (deps: Deps) =>
  Math.max(...(await deps.db.read.query.messages.findMany()).map(({ id }) => id))
const lostOn = async ({ db }: Device) => (await db.outbox.toArray()).filter(({ error }) => error?.code === LOST)

test.each([
  ['noticed at the start', true],
  ['with the note of how far it had counted', false],
])('a database restored from a copy (%s), with three devices in the gap', async (_, isNoticed) => {
  const [phone, laptop, renter] = world.devices as [Device, Device, Device]
  const [bookingId = 0] = world.bookingIds
  const [ownPost = 0, , renterPost = 0] = world.postIds
  await phone.say(bookingId)
  for (const device of world.devices) await send(device)
  const copy = await backUp()
  const epoch = t.deps.feed.epoch()

  // Made after the copy. Confirmed and seen by all: words, a heart, a post with its photo, and a title in a draft.
  await renter.say(bookingId)
  await renter.press('like', renterPost, true)
  await sharePhoto(renter.writer)
  await typeTitle(renter.writer, world.draftKeys.get(renter.userId) ?? '')
  for (let nth = 0; nth < 3; nth++) for (const device of world.devices) await send(device)
  const titles = await shownTitles(renter.db, world.draftKeys.get(renter.userId) ?? '')
  expect(await renter.db.outbox.toArray()).toEqual([])
  const seen = await newestMessage(t.deps)
  // Confirmed and not yet seen, and not yet sent.
  await phone.say(bookingId)
  await phone.press('like', ownPost, true)
  await phone.flush()
  await laptop.say(bookingId)
  await restore(copy, isNoticed)

  for (const device of world.devices) {
    const before = await device.thread(bookingId)
    await send(device)
    // A person's own work never leaves their screen.
    const now = await device.thread(bookingId)
    for (const words of before.shown.filter((one) => one.startsWith(device.name))) expect(now.shown).toContain(words)
  }
  await settle(world)
  expect(world.t.deps.feed.epoch()).not.toBe(epoch)

  // Nothing says that it was sent which the server does not have: what is addressed to others is offered again.
  const lost = await lostOn(renter)
  expect(lost.map(({ kind }) => kind).toSorted()).toEqual(['message.send', 'post.create'])
  expect((await renter.db.receipts.toArray()).filter(({ opId }) => lost.some((one) => one.opId === opId))).toEqual([])
  expect(await Promise.all([phone, laptop].map(lostOn))).toEqual([[], []])
  // One's own last word stands by itself.
  expect((await renter.marks(renterPost)).liked).toBe(true)
  expect(await shownTitles(renter.db, world.draftKeys.get(renter.userId) ?? '')).toEqual(titles)

  for (const { opId } of lost) await tryAgain(renter.db, opId)
  await settle(world)
  const [first] = await shownEverywhere(bookingId)
  expect(await shownEverywhere(bookingId)).toEqual([first, first, first] as string[][])
  expect(first?.toSorted()).toEqual([
    `${phone.name} says 1`,
    `${phone.name} says 2`,
    `${laptop.name} says 1`,
    `${renter.name} says 1`,
  ])
  const messages = await world.t.deps.db.read.query.messages.findMany()
  // No number that a device has seen is given to something else.
  expect(messages.filter(({ id, content }) => id <= seen && content !== `${phone.name} says 1`)).toEqual([])
  for (const device of world.devices) expect(await checkScreen(world, device)).toEqual([])
  expect(await checkEnd(world)).toEqual([])
})

test('a device that sends before it has pulled: what it names has not become somebody else’s', async () => {
  const [phone] = world.devices as [Device]
  const copy = await backUp()
  await sharePhoto(phone.writer)
  await send(phone)
  await send(phone)
  const lostId = Math.max(...phone.catalogue.all('post').map(({ id }) => id))
  await restore(copy, false)
  // It sends before it pulls, as every device does that has been away.
  await phone.press('like', lostId, true)
  await phone.flush()
  expect(await world.t.deps.db.read.query.postMarks.findMany()).toEqual([])
  const others = await createPostRows(world.t, phone.userId, 1)
  expect(others[0]).toBeGreaterThan(lostId + 1_000)
})
