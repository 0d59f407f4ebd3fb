import { beforeEach, expect, test } from 'bun:test'
import { MemoryLocks } from './memory-locks'

let locks: MemoryLocks
let seen: string[]
beforeEach(() => {
  locks = new MemoryLocks()
  seen = []
})

/** Holds the lock until it is let go. */
function hold(name: string, ...wish: [object] | []) {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const work = async () => {
    seen.push('begin')
    await held
    seen.push('end')
  }
  const done = wish.length ? locks.request(name, wish[0], work) : locks.request(name, work)
  return { done, letGo }
}

test('one after the other, each name for itself', async () => {
  const [first, second, other] = [hold('a'), hold('a'), hold('b')]
  await Bun.sleep(1)
  expect(seen).toEqual(['begin', 'begin'])
  first.letGo()
  await first.done
  await Bun.sleep(1)
  expect(seen).toEqual(['begin', 'begin', 'end', 'begin'])
  for (const { letGo } of [second, other]) letGo()
  await Promise.all([second.done, other.done])
  expect(await locks.request('a', { ifAvailable: true }, (lock) => lock)).toEqual({ name: 'a' })
})

test('one that fails gives way to the next, and says so to its own', async () => {
  const failing = locks.request('a', () => Promise.reject(new Error('no')))
  const next = locks.request('a', () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('a request that does not wait learns that the lock is taken', async () => {
  const first = hold('a')
  expect(await locks.request('a', { ifAvailable: true }, (lock) => lock)).toBeNull()
  first.letGo()
  await first.done
})

test('a request aborted while waiting never gets the lock', async () => {
  const first = hold('a')
  const callOff = new AbortController()
  const waiting = locks.request('a', { signal: callOff.signal }, () => seen.push('never'))
  callOff.abort()
  first.letGo()
  await expect(waiting).rejects.toThrow()
  expect(seen).toEqual(['begin', 'end'])
})

test('one who is called off while waiting hears of it at once, and the next in line waits on', async () => {
  const first = hold('a')
  const callOff = new AbortController()
  const waiting = locks.request('a', { signal: callOff.signal }, () => seen.push('never'))
  const next = hold('a')
  callOff.abort()
  await expect(waiting).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  expect(seen).toEqual(['begin'])
  first.letGo()
  next.letGo()
  await next.done
  expect(seen).toEqual(['begin', 'end', 'begin', 'end'])
})

test('those who share have it side by side; one who wants it alone waits for all of them, and later ones for that one', async () => {
  const [first, second] = [hold('a', { mode: 'shared' }), hold('a', { mode: 'shared' })]
  await Bun.sleep(1)
  expect(seen).toEqual(['begin', 'begin'])
  const alone = locks.request('a', () => seen.push('alone'))
  const later = locks.request('a', { mode: 'shared' }, () => seen.push('later'))
  second.letGo()
  await second.done
  await Bun.sleep(1)
  expect(seen).toEqual(['begin', 'begin', 'end'])
  first.letGo()
  await Promise.all([alone, later])
  expect(seen).toEqual(['begin', 'begin', 'end', 'end', 'alone', 'later'])
})

test('one that is stolen ends with an AbortError; the thief has it at once', async () => {
  const first = hold('a')
  const second = locks.request('a', { steal: true }, () => 'mine')
  await expect(first.done).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  expect(await second).toBe('mine')
})
