import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays } from '#schema/date-range'
import { bookingTotal } from '#schema/money'
import { termsHash } from '#schema/shown'
import { changeWords } from './price-changed'
import { isSameSale, type Seen, seenPrices } from './seen'

const seen: Seen = { unitAmount: 4000, terms: 'Final sale.', cancellationPreset: null, leadTimeInDays: 7 }
const totals = { seen: 4000, now: 4000 }

describe('what has changed since it was shown', () => {
  test.each<[Partial<Seen>, number, string[]]>([
    [{}, 4000, []],
    [{ unitAmount: 8000 }, 8000, ['$40.00 is now $80.00.']],
    [{ unitAmount: 100 }, 100, ['$40.00 is now $1.00.']],
    [{ leadTimeInDays: 14 }, 4000, ['Making it took 7 days and now takes 14 days.']],
    [{ leadTimeInDays: 1 }, 4000, ['Making it took 7 days and now takes 1 day.']],
    [{ terms: 'Paid is paid.' }, 4000, ['The terms are new.']],
    [{ unitAmount: 8000, terms: '' }, 8000, ['$40.00 is now $80.00.', 'The terms are new.']],
  ])('%o, %i cents', (change, now, words) => {
    expect(changeWords(seen, { ...seen, ...change }, { ...totals, now })).toEqual(words)
  })

  test('a change of the price per week or of the delivery is named', () => {
    const rental: Seen = { ...seen, weekAmount: 9000, deliveryAmount: 1500, leadTimeInDays: null }
    const words = (change: Partial<Seen>) => changeWords(rental, { ...rental, ...change }, totals)
    expect(words({ weekAmount: null })).toEqual(['There is no price for a week any more.'])
    expect(words({ weekAmount: 8000 })).toEqual(['A week costs $80.00 now; it was $90.00.'])
    expect(words({ deliveryAmount: null })).toEqual(['The owner does not deliver any more.'])
    expect(words({ deliveryAmount: 2000 })).toEqual(['The delivery was $15.00 and is now $20.00.'])
  })

  test('whoever is asked reads what has changed; what makes no difference to the wish is no question', () => {
    const amount = fc.option(fc.integer({ min: 0, max: 3 }).map((units) => units * 1000))
    const shape = fc.record({
      unitAmount: fc.integer({ min: 1, max: 3 }).map((units) => units * 1000),
      weekAmount: amount,
      deliveryAmount: amount,
      terms: fc.constantFrom('', 'Clean.'),
      cancellationPreset: fc.constantFrom('flexible' as const, 'strict' as const),
      leadTimeInDays: fc.constant(null),
    })
    const range = fc
      .integer({ min: 0, max: 9 })
      .map((days) => ({ startDate: '2026-12-01', endDate: addDays('2026-12-01', days) }))
    fc.assert(
      fc.property(shape, shape, range, fc.boolean(), (then, now, range, isDelivered) => {
        const totalOf = (seen: Seen) => bookingTotal(range, 1, seenPrices(seen, isDelivered))
        const totals = { seen: totalOf(then), now: totalOf(now) }
        const isAsked = !isSameSale(then, now, totalOf)
        expect(isAsked).toBe(totals.seen !== totals.now || termsHash(then) !== termsHash(now))
        if (isAsked) expect(changeWords(then, now, totals)).not.toEqual([])
      }),
    )
  })

  test('a rental’s cancelling rule is named as it was and as it is', () => {
    const rental: Seen = { ...seen, cancellationPreset: 'flexible', leadTimeInDays: null }
    expect(changeWords(rental, { ...rental, cancellationPreset: 'strict' }, totals)).toEqual([
      'The cancelling rule was flexible and is now strict.',
    ])
  })
})
