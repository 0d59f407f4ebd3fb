import '../test-support/disk-in-memory'
import { beforeEach, expect, test } from 'bun:test'
import { deviceDb } from '../disk/device-db'
import { isFirstTold, noteAskedToPush, pushedTo, setPushedTo, wasAskedToPush } from './push-choice'

beforeEach(() => deviceDb.session.clear())

test('a browser notifies one person at a time, and nobody once that is undone', async () => {
  expect(await pushedTo()).toBeNull()
  await setPushedTo('trestle-planner')
  await setPushedTo('trestle-host')
  expect(await pushedTo()).toBe('trestle-host')
  await setPushedTo(null)
  expect(await pushedTo()).toBeNull()
})

test('a number that an earlier build has stored may be anybody’s by now, and counts as nobody’s', async () => {
  await deviceDb.session.bulkPut([
    { k: 'pushedTo', v: 2 },
    { k: 'pushAsked', v: [2] },
  ])
  expect([await pushedTo(), await wasAskedToPush('trestle-u2')]).toEqual([null, false])
})

test('each person is asked for themselves', async () => {
  await noteAskedToPush('trestle-planner')
  await noteAskedToPush('trestle-planner')
  expect([await wasAskedToPush('trestle-planner'), await wasAskedToPush('trestle-host')]).toEqual([true, false])
})

test('the same event is told once, also when it comes twice at the same moment; the next person starts afresh', async () => {
  expect(await Promise.all([isFirstTold('message:1'), isFirstTold('message:1')])).toEqual([true, false])
  expect(await isFirstTold('message:2')).toBe(true)
  expect(await isFirstTold('message:1')).toBe(false)
  await setPushedTo(null)
  expect(await isFirstTold('message:1')).toBe(true)
})

test('only so many events are remembered', async () => {
  for (let n = 0; n < 101; n++) await isFirstTold(`message:${n}`)
  expect([await isFirstTold('message:100'), await isFirstTold('message:0')]).toEqual([false, true])
})
