import { expect, test } from 'bun:test'
import { TERMS_VERSION } from '#schema/consent'
import { termsDate } from './terms-date'

test('the version of the terms is read as a day', () => {
  expect(termsDate('2026-11-23')).toBe('November 23, 2026')
  expect(termsDate(TERMS_VERSION)).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)
})

test('a version that is not a day is told as it is', () => expect(termsDate('second edition')).toBe('second edition'))
