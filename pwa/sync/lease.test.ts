import { afterEach, beforeEach, expect, setSystemTime, spyOn, test } from 'bun:test'
import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { asOnly, STEAL_AFTER_MS } from './lease'

const T0 = Date.parse('2026-12-01T17:00:00.000Z')
let db: LocalDb

beforeEach(() => {
  db = freshDb()
  setSystemTime(T0)
})
afterEach(async () => {
  setSystemTime()
  await db.delete()
})

const lease = () => readMeta<{ leaseId: string; at: number }>(db, 'sender')

/** A sender that goes on until it is told to stop. */
async function startSender() {
  const stop = Promise.withResolvers<string>()
  const begun = Promise.withResolvers<() => Promise<boolean>>()
  const end = asOnly(db, 'sender', (holdsLease) => {
    begun.resolve(holdsLease)
    return stop.promise
  })
  return { holdsLease: await begun.promise, stop: () => stop.resolve('done'), end }
}

test('the sender holds the lease while it works, and gives back what its work returned', async () => {
  const sender = await startSender()
  expect(await sender.holdsLease()).toBe(true)
  expect((await lease())?.at).toBe(T0)
  sender.stop()
  expect(await sender.end).toBe('done')
})

test('two at once: the second does nothing', async () => {
  const sender = await startSender()
  let ran = false
  expect(await asOnly(db, 'sender', async () => (ran = true))).toBeNull()
  expect(ran).toBe(false)
  expect(await sender.holdsLease()).toBe(true)
  sender.stop()
  await sender.end
  expect(await asOnly(db, 'sender', async () => 'next')).toBe('next')
})

test('two accounts on one device do not wait for each other', async () => {
  const sender = await startSender()
  const other = freshDb()
  expect(await asOnly(other, 'sender', async () => 'other')).toBe('other')
  await other.delete()
  sender.stop()
  await sender.end
})

test('sending and pulling do not wait for each other', async () => {
  const sender = await startSender()
  expect(await asOnly(db, 'puller', async () => 'pulled')).toBe('pulled')
  expect(await sender.holdsLease()).toBe(true)
  sender.stop()
  await sender.end
})

test('a frozen holder is left alone for 45 seconds, then its place is taken and it may send nothing more', async () => {
  const frozen = await startSender()
  setSystemTime(T0 + STEAL_AFTER_MS)
  expect(await asOnly(db, 'sender', async () => 'thief')).toBeNull()
  setSystemTime(T0 + STEAL_AFTER_MS + 1)
  const thief = await startSender()
  expect(await frozen.holdsLease()).toBe(false)
  expect(await thief.holdsLease()).toBe(true)
  // Thawed, it finishes quietly: its page must not take this for a failure.
  frozen.stop()
  expect(await frozen.end).toBeNull()
  expect(await thief.holdsLease()).toBe(true)
  thief.stop()
  expect(await thief.end).toBe('done')
})

test('a frozen holder whose lease was cleared is left alone for 45 seconds, too', async () => {
  const frozen = await startSender()
  await db.meta.clear()
  expect(await asOnly(db, 'sender', async () => 'thief')).toBeNull()
  setSystemTime(T0 + STEAL_AFTER_MS + 1)
  expect(await asOnly(db, 'sender', async () => 'thief')).toBe('thief')
  frozen.stop()
  expect(await frozen.end).toBeNull()
})

test('a clock that was set back keeps nobody waiting for a frozen holder', async () => {
  const frozen = await startSender()
  setSystemTime(T0 - 86_400_000)
  const thief = await startSender()
  expect(await frozen.holdsLease()).toBe(false)
  expect(await thief.holdsLease()).toBe(true)
  frozen.stop()
  thief.stop()
  expect(await thief.end).toBe('done')
})

test('work that fails says so and frees the place', async () => {
  await expect(asOnly(db, 'sender', () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
  expect(await asOnly(db, 'sender', async () => 'next')).toBe('next')
})

test('a lease left by one that died keeps nobody out: its lock went with it', async () => {
  await writeMeta(db, 'sender', { leaseId: 'dead', at: T0 })
  expect(await asOnly(db, 'sender', (holdsLease) => holdsLease())).toBe(true)
})

test('a heartbeat keeps a slow sender in its place, and never claims the place of another', async () => {
  const timer = spyOn(globalThis, 'setInterval')
  const sender = await startSender()
  const [beat, every] = timer.mock.calls.at(-1) as unknown as [() => Promise<unknown>, number]
  timer.mockRestore()
  expect(every).toBeLessThanOrEqual(STEAL_AFTER_MS / 3)
  setSystemTime(T0 + 60_000)
  await beat()
  expect((await lease())?.at).toBe(T0 + 60_000)
  await writeMeta(db, 'sender', { leaseId: 'another', at: T0 })
  await beat()
  expect(await lease()).toEqual({ leaseId: 'another', at: T0 })
  sender.stop()
  await sender.end
})
