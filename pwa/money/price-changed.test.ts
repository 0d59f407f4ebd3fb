import { describe, expect, test } from 'bun:test'
import { changeWords } from './price-changed'
import type { Seen } from './seen'

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

  test('a rental’s cancelling rule is named as it was and as it is', () => {
    const rental: Seen = { ...seen, cancellationPreset: 'flexible', leadTimeInDays: null }
    expect(changeWords(rental, { ...rental, cancellationPreset: 'strict' }, totals)).toEqual([
      'The cancelling rule was flexible and is now strict.',
    ])
  })
})
