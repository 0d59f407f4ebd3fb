import { expect, test } from 'bun:test'
import { endedByApproving, type Rival } from './rivals'

const offer = (id: number, first: number, last: number, part: Partial<Rival> = {}): Rival => ({
  id,
  listingId: 7,
  status: 'pending',
  paymentState: 'held',
  declining: false,
  startDate: `2026-12-${first}`,
  endDate: `2026-12-${last}`,
  quantity: 1,
  renterUsername: `renter-${id}`,
  ...part,
})
const wanted = offer(1, 15, 16)

test.each([
  ['one for other days stays', [offer(2, 17, 18)], 1, []],
  ['one that shares a day ends', [offer(2, 16, 18)], 1, [2]],
  ['of several pieces there is one left', [offer(2, 16, 18)], 2, []],
  ['one that wants more pieces than are left ends', [offer(2, 16, 18, { quantity: 2 })], 2, [2]],
  ['one for other days that wants more pieces than there are stays', [offer(2, 17, 18, { quantity: 3 })], 2, []],
  ['one that wants more pieces than there are ends where days are taken', [offer(2, 16, 18, { quantity: 3 })], 2, [2]],
  ['what is booked counts too', [offer(2, 16, 18), offer(3, 16, 16, { status: 'paid' })], 2, [2]],
  ['another listing does not', [offer(2, 15, 16, { listingId: 8 })], 1, []],
  ['one whose hold is missing is not seen', [offer(2, 15, 16, { paymentState: 'unconfirmed' })], 1, []],
  ['one that has just been declined ends by that', [offer(2, 15, 16, { declining: true })], 1, []],
  ['one that has ended stays ended', [offer(2, 15, 16, { status: 'expired' })], 1, []],
])('%s', (_, others, pieces, ended) => {
  expect(endedByApproving(wanted, [wanted, ...others], { quantity: pieces }).map(({ id }) => id)).toEqual(ended)
})

test('many pieces: whoever still fits stays', () => {
  const many = offer(1, 15, 16, { quantity: 7 })
  const all = [many, offer(2, 15, 15, { quantity: 3 }), offer(3, 16, 16)]
  expect(endedByApproving(many, all, { quantity: 8 }).map(({ id }) => id)).toEqual([2])
})

test('one that leaves no time for getting ready ends too', () => {
  const next = offer(2, 17, 18)
  expect(endedByApproving(wanted, [wanted, next], { quantity: 1, bufferDays: 1 })).toEqual([next])
  const before = offer(3, 10, 13, { status: 'paid', bufferDays: 1 })
  expect(endedByApproving(wanted, [wanted, before, offer(4, 14, 14)], { quantity: 1 }).map(({ id }) => id)).toEqual([4])
})
