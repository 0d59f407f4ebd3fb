import { expect, test } from 'bun:test'
import { withServerRows } from './use-server-rows'

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
