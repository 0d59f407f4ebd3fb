import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement, useState } from 'react'
import type { PurchaseStatus } from '#schema/purchase'
import { AccountContext } from '../../session/account'
import { SyncEngine } from '../../sync/engine'
import { freshDb } from '../../test-support/disk-in-memory'
import { runHook } from '../../test-support/run-hook'
import { readPurchase } from './purchase-queries'
import { setOrderStatus } from './set-order-status'
import { useSetOrderStatus } from './use-set-order-status'

const SELLER = 7
const ORDER = 40

let engine: SyncEngine

beforeEach(() => {
  // Never started: what it queues stays in line.
  engine = new SyncEngine(freshDb(), SELLER)
})
afterEach(() => engine.db.delete())

type Order = Parameters<typeof useSetOrderStatus>[0]

const order = (status: PurchaseStatus, change: Partial<Order> = {}): Order => ({ id: ORDER, status, ...change })

/** The write queued by a press in a form that was opened over `opened` while `now` has come. */
async function queuedBy(opened: Order, now: Order, wanted: PurchaseStatus) {
  let arrives: (row: Order) => void = () => undefined
  const hook = runHook(
    () => {
      const [row, setRow] = useState(opened)
      arrives = setRow
      return { row, set: useSetOrderStatus(row) }
    },
    (form) => createElement(AccountContext, { value: { engine } as never }, form),
  )
  const shows = async (row: Order) => {
    for (let waitedMs = 0; hook.latest()?.row !== row && waitedMs < 3_000; waitedMs += 10) await Bun.sleep(10)
    expect(hook.latest()?.row).toBe(row)
  }
  await shows(opened)
  arrives(now)
  await shows(now)
  await hook.latest()?.set({ status: wanted })
  hook.stop()
  return (await engine.db.outbox.toArray()).map(({ payload }) => payload)
}

const MISSING = { notArrivedAt: '2026-11-21T08:00:00Z' }

test.each<[string, Order, Order, PurchaseStatus, { seen: PurchaseStatus; seenMissing?: true }]>([
  [
    'a cancel of what was missing, and arrived after all',
    order('shipped', MISSING),
    order('shipped'),
    'cancelled',
    { seen: 'shipped', seenMissing: true },
  ],
  [
    'a cancel of what went missing since',
    order('shipped'),
    order('shipped', MISSING),
    'cancelled',
    { seen: 'shipped' },
  ],
  ['a status over one of another device', order('paid'), order('shipped'), 'processing', { seen: 'paid' }],
])('says what its form showed: %s', async (_, opened, now, status, seen) => {
  expect(await queuedBy(opened, now, status)).toEqual([{ purchaseId: ORDER, status, ...seen }])
})

test('an own status that is confirmed while the form is open is no conflict', async () => {
  const { db } = engine
  await db.purchases.put({ id: ORDER, sellerId: SELLER, status: 'paid', _q: 1 } as never)
  const shown = async () => (await readPurchase(db, SELLER, 'seller', ORDER)) ?? order('pending')
  await setOrderStatus(engine, { purchaseId: ORDER, seenStatus: 'paid', seenMissing: false, status: 'shipped' })
  const opened = await shown()
  await db.outbox.clear()
  await db.purchases.update(ORDER, { status: 'shipped' })
  expect(await queuedBy(opened, await shown(), 'delivered')).toEqual([
    { purchaseId: ORDER, status: 'delivered', seen: 'shipped' },
  ])
})
