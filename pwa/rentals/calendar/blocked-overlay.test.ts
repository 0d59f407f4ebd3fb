import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../../disk/local-db'
import { discard, enqueue } from '../../sync/outbox'
import { freshDb } from '../../test-support/disk-in-memory'
import { closedRanges } from './blocked-overlay'
import { readBlocked } from './blocked-queries'

const ME = 7
let db: LocalDb
let clock = 1_000
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const held = (id: number, startDate: string, endDate: string, reason: string | null = null) =>
  db.blocked.put({ id, startDate, endDate, reason, createdAt: '2026-11-01T10:00:00.000Z', _q: id })
const block = (startDate: string, endDate: string, reason: string | null = null) =>
  enqueue(
    db,
    ME,
    'blocked.add',
    { userId: ME, clientId: crypto.randomUUID(), startDate, endDate, reason: reason ?? undefined },
    clock++,
  )
const free = (blockId: number) => enqueue(db, ME, 'blocked.remove', { userId: ME, blockId }, clock++)

const shown = async () =>
  (await readBlocked(db)).map(({ startDate, endDate, reason, change }) =>
    [startDate.slice(8), endDate.slice(8), reason, change && `${change.kind} ${change.state}`].join(' ').trim(),
  )
const closed = async () => closedRanges(await readBlocked(db)).map(({ startDate }) => startDate.slice(8))

test('a range is there from the press, among those of the server, the next one first', async () => {
  await held(1, '2026-12-10', '2026-12-12', 'Away')
  await block('2026-12-24', '2026-12-26', 'Holidays')
  await block('2026-12-01', '2026-12-01')
  expect(await shown()).toEqual(['01 01  add waiting', '10 12 Away', '24 26 Holidays add waiting'])
  expect(await closed()).toEqual(['01', '10', '24'])
})

test('a range that is being freed stays in sight, can be taken back, and no longer closes its days', async () => {
  await held(1, '2026-12-10', '2026-12-12')
  const opId = await free(1)
  const [range] = await readBlocked(db)
  expect(range?.change).toEqual({ opId, kind: 'remove', state: 'waiting', isUndoable: true, error: null })
  expect(await closed()).toEqual([])
  await discard(db, opId)
  expect(await shown()).toEqual(['10 12'])
  expect(await closed()).toEqual(['10'])
})

test('a write that may have left the device can no longer be taken back', async () => {
  await held(1, '2026-12-10', '2026-12-12')
  await db.outbox.update(await free(1), { everSent: true })
  await db.outbox.update(await block('2026-12-24', '2026-12-26'), { everSent: true, state: 'sending' })
  expect((await readBlocked(db)).map(({ change }) => change?.isUndoable)).toEqual([false, false])
})

test('a freed range is gone once the server has said so, before its row is', async () => {
  await held(1, '2026-12-10', '2026-12-12')
  await db.outbox.update(await free(1), { everSent: true, state: 'acked' })
  expect(await shown()).toEqual([])
})

test('a range whose row has come is shown once, whether its confirmation has come or not', async () => {
  for (const state of ['queued', 'sending', 'acked'] as const) {
    await db.outbox.clear()
    await db.outbox.update(await block('2026-12-24', '2026-12-26', 'Holidays'), { everSent: true, state })
    expect((await shown()).length).toBe(1)
    await held(9, '2026-12-24', '2026-12-26', 'Holidays')
    expect(await shown()).toEqual(['24 26 Holidays'])
    await db.blocked.clear()
  }
})

test('of two equal ranges each row stands for one', async () => {
  await db.outbox.update(await block('2026-12-24', '2026-12-26'), { everSent: true, state: 'acked' })
  await db.outbox.update(await block('2026-12-24', '2026-12-26'), { everSent: true, state: 'sending' })
  await held(9, '2026-12-24', '2026-12-26')
  expect((await shown()).toSorted()).toEqual(['24 26', '24 26  add sending'])
})

test('refused writes say why and change no calendar', async () => {
  await held(1, '2026-12-10', '2026-12-12')
  const error = { code: 'validation', message: 'Start date must be in the future', status: 422 }
  await db.outbox.update(await free(1), { state: 'attention', error })
  await db.outbox.update(await block('2026-12-24', '2026-12-26'), { state: 'attention', error })
  expect((await readBlocked(db)).map(({ change }) => change?.error)).toEqual([error.message, error.message])
  expect(await closed()).toEqual(['10'])
})
