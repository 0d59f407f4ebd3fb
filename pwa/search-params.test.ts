import { expect, test } from 'bun:test'
import { oneOf, ownPath, searchParams, text, wholeNumber } from './search-params'

test.each([
  ['/offers', '/offers'],
  ['/listings/3?x=1', '/listings/3?x=1'],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['https://evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
  [7, undefined],
])('%p leads to %p', (raw, path) => {
  expect(ownPath(raw)).toBe(path)
})

test.each([
  [7, 7],
  ['7', 7],
  ['7.5', undefined],
  ['', undefined],
  ['abc', undefined],
  [null, undefined],
  [1e300, undefined],
])('%p is the number %p', (raw, number) => {
  expect(wholeNumber(raw)).toBe(number)
})

test('nonsense counts as absent, also over the words of the address, and nothing else comes along', () => {
  const read = searchParams({ search: text, tab: oneOf('made', 'received'), thread: wholeNumber })
  expect(read({ search: 12, tab: 'made', thread: '4', other: 'x' })).toEqual({ search: '12', tab: 'made', thread: 4 })
  const nonsense: Record<string, unknown> = { search: { a: 1 }, tab: 'nonsense', thread: 'x' }
  const nothing = { search: undefined, tab: undefined, thread: undefined }
  expect({ ...nonsense, ...read(nonsense) }).toStrictEqual(nothing)
})
