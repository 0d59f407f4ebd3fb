import { expect, test } from 'bun:test'
import { benchTable, inTurn, median, missedAims } from './bench-rounds'

test('the middle one, whatever the order, however far off the others are', () => {
  expect(median([3, 900, 1, 2, 4])).toBe(3)
  expect(median([5])).toBe(5)
})

test('both take turns, and the first round counts for nothing', async () => {
  const turns: string[] = []
  const times = await inTurn(
    3,
    async () => (turns.push('ours') === 1 ? 1000 : 2),
    async () => (turns.push('yardstick') === 2 ? 1000 : 4),
  )
  expect(turns).toEqual(['ours', 'yardstick', 'ours', 'yardstick', 'ours', 'yardstick', 'ours', 'yardstick'])
  expect(times).toEqual({ oursMs: 2, yardstickMs: 4 })
})

test('the ratio is the product’s time over the yardstick’s', () => {
  const table = benchTable([
    { what: 'filter', oursMs: 1, yardstickMs: 4, yardstick: 'a plain filter' },
    { what: 'fill', oursMs: 2, yardstickMs: 1, yardstick: 'a plain store', aim: 0.25 },
  ])
  expect(table.split('\n')).toEqual([
    'what       ours  yardstick  ratio   aim  yardstick is',
    'filter  1.00 ms    4.00 ms   0.25        a plain filter',
    'fill    2.00 ms    1.00 ms   2.00  0.25  a plain store',
  ])
})

test('an aim is missed by a ratio above it, and by no row without one', () => {
  const row = (what: string, oursMs: number, aim?: number) => ({
    what,
    oursMs,
    yardstickMs: 1,
    yardstick: 'a plain store',
    ...(aim === undefined ? {} : { aim }),
  })
  expect(missedAims([row('met', 1, 1), row('missed', 1.3, 1.25), row('without', 9)])).toEqual(['missed'])
})
