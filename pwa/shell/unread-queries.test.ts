import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { AppConfig } from '#schema/app-config'
import { addDays, todayIn } from '#schema/date-range'
import { storeConfig } from '../disk/device-db'
import type { LocalDb } from '../disk/local-db'
import { readOrderNews } from '../made-to-order/orders/order-news'
import { groupOrders } from '../made-to-order/orders/order-todo'
import { readPurchases } from '../made-to-order/orders/purchase-queries'
import { marketDay } from '../session/market-day'
import { noteServerTime, serverNow } from '../sync/server-clock'
import { freshDb } from '../test-support/disk-in-memory'
import { noteSeen } from '../todo/note-seen'
import { readUnread, watchUnread } from './unread-queries'

const ME = 7
const said = (ms: number) => new Date(ms).toUTCString()
const config = (timezone: string): AppConfig => ({ tagline: '', timezone, feeBps: 0, demoAccounts: [] })

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(async () => {
  noteServerTime(said(Date.now()), Date.now())
  await db.delete()
})

const toBeSent = (id: number, needBy: string) =>
  db.purchases.put({
    id,
    userId: 9,
    sellerId: ME,
    status: 'processing',
    statusChangedAt: new Date(serverNow()).toISOString(),
    paymentState: 'captured',
    totalAmount: 4000,
    refundedAmount: 0,
    needBy,
    payBy: null,
    cancelAskedAt: null,
    notArrivedAt: null,
    history: [],
    _q: 1,
  } as never)

test.each([
  ['in the easternmost market', 'Pacific/Kiritimati', 0],
  ['in the westernmost market', 'Pacific/Pago_Pago', 0],
  ['with a clock that is two days ahead', 'America/New_York', -2],
  ['with a clock that is two days behind', 'America/New_York', 2],
])('%s the badge counts the orders that the cards say need somebody', async (_, timezone, daysOff) => {
  await storeConfig(config(timezone))
  noteServerTime(said(Date.now() + daysOff * 86_400_000), Date.now())
  const now = new Date(serverNow())
  const today = todayIn(timezone, now)
  await toBeSent(1, addDays(today, 2))
  await toBeSent(2, addDays(today, 3))
  await toBeSent(3, addDays(today, 4))
  const clock = { now, today: marketDay(config(timezone), now) }
  const { needs } = groupOrders(await readPurchases(db, ME, 'seller'), 'seller', clock)
  expect(needs.map(({ id }) => id)).toEqual([1, 2])
  expect((await readUnread(db, ME)).places['/manage-made-to-order']).toEqual({
    count: 2,
    to: '/manage-made-to-order?tab=orders#order-1',
  })
})

/** Counts the reads and the writes of a database, whatever its tables. */
function countWork(): { reads: number; writes: number } {
  const work = { reads: 0, writes: 0 }
  db.use({
    stack: 'dbcore',
    name: 'count',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        const read = <Args extends unknown[], Answer>(ask: (...args: Args) => Answer) => {
          return (...args: Args) => {
            work.reads++
            return ask(...args)
          }
        }
        return {
          ...table,
          get: read(table.get),
          getMany: read(table.getMany),
          query: read(table.query),
          openCursor: read(table.openCursor),
          count: read(table.count),
          mutate: (request) => {
            work.writes++
            return table.mutate(request)
          },
        }
      },
    }),
  })
  return work
}

/** Counts the work until the badge knows that so many cards have come on the screen together. */
async function workOfSeeing(cards: number, others = 0) {
  await storeConfig(config('America/New_York'))
  const now = new Date(serverNow())
  const today = todayIn('America/New_York', now)
  for (let id = 1; id <= cards; id++) await toBeSent(id, today)
  const news = await readOrderNews(db, ME, 'seller', { now, today })
  const work = countWork()
  db.close()
  await db.open()
  const counted = Promise.withResolvers<void>()
  const allSeen = Promise.withResolvers<void>()
  const stop = watchUnread(db, ME, ({ total }) => (total === 0 ? allSeen : counted).resolve())
  const stopOthers = Array.from({ length: others }, () => watchUnread(db, ME, () => undefined))
  await counted.promise
  Object.assign(work, { reads: 0, writes: 0 })
  for (const one of news) noteSeen(db, one.key, one)
  await allSeen.promise
  for (const end of [stop, ...stopOthers]) end()
  return { ...work }
}

test('fifty cards that are seen together cost one write, and no more reads than two cards', async () => {
  const two = await workOfSeeing(2)
  await db.delete()
  db = freshDb()
  const fifty = await workOfSeeing(50)
  expect([two.writes, fifty.writes]).toEqual([1, 1])
  expect(fifty.reads).toBe(two.reads)
})

test('the number on the icon and those of the navigation are read together', async () => {
  const one = await workOfSeeing(2)
  await db.delete()
  db = freshDb()
  expect((await workOfSeeing(2, 1)).reads).toBe(one.reads)
})

test('a later listener hears the last news at once, and goes on alone', async () => {
  const first = Promise.withResolvers<number>()
  const stop = watchUnread(db, ME, ({ total }) => first.resolve(total))
  await first.promise
  const heard: number[] = []
  const stopLater = watchUnread(db, ME, ({ total }) => void heard.push(total))
  expect(heard).toEqual([0])
  stop()
  await toBeSent(1, todayIn('America/New_York', new Date(serverNow())))
  const deadline = Date.now() + 2000
  while (heard.at(-1) === 0 && Date.now() < deadline) await Bun.sleep(5)
  stopLater()
  expect(heard.at(-1)).toBeGreaterThan(0)
})
