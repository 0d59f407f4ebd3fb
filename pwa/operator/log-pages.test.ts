import { expect, test } from 'bun:test'
import type { OperatorAct } from '#schema/operator'
import { joinPages } from './log-pages'

/** The lines with these numbers, newest first. */
const lines = (newest: number, oldest: number): OperatorAct[] =>
  Array.from({ length: newest - oldest + 1 }, (_, nth) => ({
    ...{ id: newest - nth, at: '2026-12-01T10:00:00.000Z', operator: 'olga', act: 'note', subject: 'user 1' },
    note: 'Called us.',
  }))

test.each([
  ['stays as it was when nothing is new', lines(9, 7), lines(9, 4), lines(9, 4)],
  ['grows at its top', lines(11, 9), lines(9, 4), lines(11, 4)],
  [
    'does not skip the lines between a newest page that has moved on and older lines',
    lines(10, 8),
    lines(9, 4),
    lines(10, 4),
  ],
  ['begins afresh where lines between the two have not been read', lines(15, 13), lines(9, 4), lines(15, 13)],
  ['has a first line', lines(1, 1), [], lines(1, 1)],
  ['may be empty', [], [], []],
])('the log %s', (_, newest, before, expected) => {
  expect(joinPages(newest, before)).toEqual(expected)
})
