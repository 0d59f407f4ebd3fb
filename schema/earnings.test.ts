import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { earningsOf, ownerPartOfRefund, splitAmount } from '#schema/earnings'

const cents = fc.integer({ min: 1, max: 99_999_999_999 })
const basisPoints = fc.integer({ min: 0, max: 5000 })

describe('the fee', () => {
  test.each([
    [3750, 1000, 375],
    [3751, 1000, 375],
    [1, 5000, 0],
    [4003, 0, 0],
  ])('of %d cents at %d basis points is %d', (total, feeBps, fee) => {
    expect(splitAmount(total, feeBps)).toEqual({ fee, owner: total - fee })
  })

  test('and the owner’s part are whole cents, never below nothing, and together the amount', () => {
    fc.assert(
      fc.property(cents, basisPoints, (total, feeBps) => {
        const { fee, owner } = splitAmount(total, feeBps)
        expect([Number.isInteger(fee), fee >= 0, owner >= 0, fee + owner === total]).toEqual([true, true, true, true])
      }),
    )
  })
})

test('refunds in any parts leave nobody a cent below nothing, and exactly nothing once all is returned', () => {
  const shares = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), basisPoints, shares, (total, feeBps, parts) => {
      const { owner, fee } = splitAmount(total, feeBps)
      const whole = parts.reduce((sum, part) => sum + part, 0)
      let given = 0
      let fromOwner = 0
      for (const [index, part] of parts.entries()) {
        const isLast = index === parts.length - 1
        const next = isLast ? total : given + Math.floor((total * part) / whole)
        const share = ownerPartOfRefund(next, total, owner) - ownerPartOfRefund(given, total, owner)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(next - given)
        fromOwner += share
        given = next
        expect(given - fromOwner).toBeLessThanOrEqual(fee)
      }
      expect([fromOwner, given - fromOwner]).toEqual([owner, fee])
    }),
  )
})

test('earnings are the sums of their lines; what went to the bank moves nothing', () => {
  const line = (type: 'rental' | 'refund' | 'payout', status: 'pending' | 'available', totalAmount: number) => ({
    type,
    status,
    totalAmount,
  })
  expect(
    earningsOf([
      line('rental', 'pending', 3375),
      line('refund', 'pending', -900),
      line('rental', 'available', 500),
      line('payout', 'available', -500),
    ]),
  ).toEqual({ available: 500, pending: 2475 })
})
