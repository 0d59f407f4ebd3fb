import { expect, test } from 'bun:test'
import { earningsByMonth, shortDollars } from './earnings-by-month'

const NOW = new Date('2027-03-31T12:00:00')
const line = (local: string, totalAmount: number, type: 'rental' | 'refund' | 'payout' = 'rental') => ({
  type,
  totalAmount,
  createdAt: new Date(local).toISOString(),
})

test('six months, over the turn of the year and from a long month to a short one, the current one last', () => {
  const months = earningsByMonth(
    [
      line('2027-03-31T23:59:59', 1000),
      line('2027-03-01T00:00:00', 500),
      line('2027-02-28T12:00:00', 700),
      line('2027-02-28T13:00:00', -900, 'refund'),
      line('2026-10-01T00:00:00', 300),
      line('2026-09-30T23:59:59', 9999),
      line('2027-03-15T12:00:00', -1500, 'payout'),
    ],
    NOW,
  )
  expect(months.map(({ short, cents }) => `${short} ${cents}`)).toEqual([
    'Oct 300',
    'Nov 0',
    'Dec 0',
    'Jan 0',
    'Feb -200',
    'Mar 1500',
  ])
  expect(months[0]?.long).toBe('October 2026')
})

test.each([
  [0, ''],
  [50, '$0.50'],
  [7350, '$74'],
  [-500, '-$5'],
  [99_949, '$999'],
  [99_950, '$1k'],
  [123_400, '$1.2k'],
  [1_240_000, '$12k'],
])('%p cents are %p on a bar', (cents, words) => expect(shortDollars(cents)).toBe(words))
