import { expect, test } from 'bun:test'
import { knowDays, knownDays } from './known-days'

const [ANA, BEN, VISITOR] = [7, 8, null]
const MAY = { startDate: '2027-05-01', endDate: '2027-05-02' }

test('the days that a person looked for are theirs alone', () => {
  knowDays(ANA, MAY)
  expect(knownDays(ANA)).toEqual(MAY)
  expect(knownDays(VISITOR)).toBeNull()
  expect(knownDays(BEN)).toBeNull()
})

test('the next person may look for the same days', () => {
  knowDays(ANA, MAY)
  knowDays(BEN, MAY)
  expect([knownDays(BEN), knownDays(ANA)]).toEqual([MAY, null])
})

test('days that are not looked for any more are forgotten', () => {
  knowDays(VISITOR, MAY)
  knowDays(VISITOR, null)
  expect(knownDays(VISITOR)).toBeNull()
})
