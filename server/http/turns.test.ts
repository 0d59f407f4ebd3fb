import { expect, test } from 'bun:test'
import { Refusal } from '#schema/errors'
import { openTurns } from './turns'

test('runs no more pieces at once than there are places, in the order they came', async () => {
  const turns = openTurns({ places: 2, line: 10 })
  const order: number[] = []
  let running = 0
  let most = 0
  await Promise.all(
    [0, 1, 2, 3, 4, 5].map((number) =>
      turns.take(async () => {
        order.push(number)
        most = Math.max(most, ++running)
        await Bun.sleep(1)
        running--
      }),
    ),
  )
  expect(most).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4, 5])
})

test('sends away whoever finds the line full, and serves again afterwards', async () => {
  const turns = openTurns({ places: 1, line: 1 })
  const door = Promise.withResolvers<void>()
  const first = turns.take(() => door.promise)
  const second = turns.take(async () => 'second')
  await expect(turns.take(async () => 'third')).rejects.toThrow(new Refusal('too_many_attempts'))
  door.resolve()
  await first
  expect(await second).toBe('second')
  expect(await turns.take(async () => 'fourth')).toBe('fourth')
})

test('a piece that fails gives its place back', async () => {
  const turns = openTurns({ places: 1, line: 1 })
  await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take(async () => 'next')).toBe('next')
})
