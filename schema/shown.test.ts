import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sha256 } from '#schema/sha-256'
import { isAsShown, termsHash } from '#schema/shown'

test('the hash of a text is the one that everybody computes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
    }),
  )
  for (const length of [0, 55, 56, 63, 64, 65, 5000])
    expect(sha256('a'.repeat(length))).toBe(createHash('sha256').update('a'.repeat(length)).digest('hex'))
})

describe('the hash of the conditions', () => {
  const conditions = { terms: 'Return them clean.', cancellationPreset: 'standard' as const, leadTimeInDays: null }

  test('is the same for the same conditions, whichever side leaves out what does not apply', () => {
    expect(termsHash(conditions)).toBe(termsHash({ terms: conditions.terms, cancellationPreset: 'standard' }))
  })

  test.each([
    { ...conditions, terms: 'Return them clean!' },
    { ...conditions, cancellationPreset: 'strict' as const },
    { ...conditions, leadTimeInDays: 7 },
    { ...conditions, cancellationPreset: null },
  ])('is another one when anything differs: %o', (other) => {
    expect(termsHash(other)).not.toBe(termsHash(conditions))
  })
})

describe('the price and conditions that were shown', () => {
  const holds = {
    totalAmount: 4000,
    unitAmount: 4000,
    terms: 'Final sale.',
    cancellationPreset: null,
    leadTimeInDays: 7,
  }
  test.each([
    [{}, true],
    [{ expectedTotal: 4000 }, true],
    [{ expectedTotal: 3999 }, false],
    [{ expectedTotal: 8000 }, false],
    [{ expectedTotal: 4000, expectedTerms: termsHash(holds) }, true],
    [{ expectedTotal: 4000, expectedTerms: termsHash({ ...holds, leadTimeInDays: 8 }) }, false],
    [{ expectedTerms: '' }, false],
  ])('%o is what holds: %p', (shown, isSame) => {
    expect(isAsShown(shown, holds)).toBe(isSame)
  })
})
