import { expect, test } from 'bun:test'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { runHook } from '../test-support/run-hook'
import { type Rest, restOf, useServerRows, withServerRows } from './use-server-rows'

const row = (id: number, from: string) => ({ id, from })
const held = [row(9, 'device'), row(4, 'device')]

test('rows of the server stand among those of the device, newest first', () => {
  expect(withServerRows(held, [row(7, 'server'), row(1, 'server')]).map(({ id }) => id)).toEqual([9, 7, 4, 1])
})

test('a row that both have is that of the device, once', () => {
  expect(withServerRows(held, [row(4, 'server'), row(2, 'server')])).toEqual([...held, row(2, 'server')])
})

test('without rows of the server the same rows come back, so that nothing is laid out again', () => {
  expect(withServerRows(held, [])).toBe(held)
})

const here = { isReady: true, isFilled: true, reachable: true }
test.each<[string, string, { answered?: string; failed?: string }, Partial<typeof here>, Rest]>([
  ['this device has all', '', {}, {}, 'none'],
  ['this device has all, and no connection', '', {}, { reachable: false }, 'none'],
  ['the question is on its way', '7', {}, {}, 'asked'],
  ['another question was answered', '7', { answered: '6' }, {}, 'asked'],
  ['the server has answered', '7', { answered: '7' }, {}, 'none'],
  ['the server has answered before the connection went', '7', { answered: '7' }, { reachable: false }, 'none'],
  ['the question had no answer', '7', { failed: '7' }, {}, 'unknown'],
  ['there is no connection', '7', {}, { reachable: false }, 'unknown'],
  ['the device is being filled', '', {}, { isFilled: false }, 'asked'],
  ['the device was never filled, and there is no connection', '', {}, { isFilled: false, reachable: false }, 'unknown'],
  ['the disk has not been read', '', {}, { isReady: false, reachable: false }, 'asked'],
])('when %s, the rest is what can be known', (_, question, answer, device, rest) => {
  expect(restOf(question, answer, { ...here, ...device })).toBe(rest)
})

test('the server is asked again once a change of a row of its answer is over', async () => {
  const changed = new Set<number>()
  let asked = 0
  const ask = async () => [row(4, `answer ${++asked}`)]
  const hook = runHook(() => {
    const [, renderAgain] = useState({})
    return { ...useServerRows('of 7', ask, undefined, (id) => changed.has(id)), renderAgain }
  })
  const askedAfter = (change: () => void) => {
    change()
    flushSync(() => hook.latest()?.renderAgain({}))
    return asked
  }
  const shows = async (from: string) => {
    while (hook.latest()?.rows[0]?.from !== from) await Bun.sleep(1)
  }
  await shows('answer 1')
  expect(askedAfter(() => changed.add(9))).toBe(1)
  expect(askedAfter(() => changed.add(4))).toBe(1)
  expect(askedAfter(() => changed.clear())).toBe(2)
  await shows('answer 2')
  hook.stop()
})
