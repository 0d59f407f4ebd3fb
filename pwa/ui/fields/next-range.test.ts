import { expect, test } from 'bun:test'
import { addDays, eachDay } from '#schema/date-range'
import { nextRange } from './next-range'

const day = (number: number) => addDays('2026-12-01', number - 1)
const part = (from: number, to: number) => ({ from: day(from), to: day(to) })
const TAKEN = new Set([day(19), day(20)])
const press = (now: { from?: string; to?: string }, number: number) =>
  nextRange(
    now,
    day(number),
    (startDate, endDate) => eachDay({ startDate, endDate }),
    (one) => TAKEN.has(one),
  )

test.each([
  ['a first press chooses a day', {}, 1, part(1, 1)],
  ['a second press makes it a range', part(1, 1), 5, part(1, 5)],
  ['also backwards', part(5, 5), 1, part(1, 5)],
  ['the day alone, pressed again, is given up', part(5, 5), 5, {}],
  ['a third press begins anew, after the range', part(1, 5), 8, part(8, 8)],
  ['a third press begins anew, within the range', part(1, 5), 3, part(3, 3)],
  ['a third press begins anew, on its first day', part(1, 5), 1, part(1, 1)],
])('%s', (_, now, number, range) => {
  expect(press(now, number)).toEqual({ range, between: [], free: [] })
})

test('over days that cannot be chosen the range stays, and the free parts are offered', () => {
  const stays = { range: part(18, 18), between: [day(19), day(20)] }
  expect(press(part(18, 18), 22)).toEqual({ ...stays, free: [part(18, 18), part(21, 22)] })
  expect(press(part(22, 22), 17)).toEqual({ ...stays, range: part(22, 22), free: [part(17, 18), part(21, 22)] })
})
