import { expect, test } from 'bun:test'
import { blockWords, bookedWords, daysWords } from './block-words'

const TODAY = '2026-11-21'

test.each([
  ['2026-12-24', '2026-12-26', 'Thu, Dec 24 to Sat, Dec 26', '3 days'],
  ['2026-12-24', '2026-12-24', 'Thu, Dec 24', '1 day'],
  ['2026-12-31', '2027-01-02', 'Thu, Dec 31 to Sat, Jan 2, 2027', '3 days'],
  ['2027-02-01', '2027-02-01', 'Mon, Feb 1, 2027', '1 day'],
])('%p to %p is %p', (startDate, endDate, words, days) => {
  expect([blockWords({ startDate, endDate }, TODAY), daysWords({ startDate, endDate })]).toEqual([words, days])
})

const rented = (startDate: string, endDate: string) => ({
  startDate,
  endDate,
  listingTitle: 'Lanterns',
  renterUsername: 'rita',
})
const RANGE = { startDate: '2026-12-24', endDate: '2026-12-26' }

test.each([
  ['beside it', [rented('2026-12-20', '2026-12-23'), rented('2026-12-27', '2026-12-28')], null],
  [
    'on its last day',
    [rented('2026-12-26', '2026-12-28')],
    'rita has “Lanterns” on Sat, Dec 26 to Mon, Dec 28. It cancels nothing.',
  ],
  [
    'twice',
    [rented('2026-12-24', '2026-12-24'), rented('2026-12-25', '2026-12-25')],
    'There are 2 bookings on these days. It cancels nothing.',
  ],
])('a booking %s', (_, bookings, words) => expect(bookedWords(RANGE, bookings, TODAY)).toBe(words))
