import { expect, test } from 'bun:test'
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { amount, oneOf, ownPath, readQuoted, searchParams, text, wholeNumber } from './search-params'

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

test.each([
  [10, 10],
  ['39.99', 39.99],
  ['1.50', 1.5],
  ['0.1', 0.1],
  ['7.555', undefined],
  ['', undefined],
  ['abc', undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
])('%p is the amount %p', (raw, dollars) => {
  expect(amount(raw)).toBe(dollars)
})

test('nonsense counts as absent, also over the words of the address, and nothing else comes along', () => {
  const read = searchParams({ search: text, tab: oneOf('made', 'received'), thread: wholeNumber })
  expect(read({ search: 12, tab: 'made', thread: '4', other: 'x' })).toEqual({ search: '12', tab: 'made', thread: 4 })
  const nonsense: Record<string, unknown> = { search: { a: 1 }, tab: 'nonsense', thread: 'x' }
  const nothing = { search: undefined, tab: undefined, thread: undefined }
  expect({ ...nonsense, ...read(nonsense) }).toStrictEqual(nothing)
})

const parse = parseSearchWith(readQuoted)
const stringify = stringifySearchWith(JSON.stringify, readQuoted)
const read = searchParams({ search: text })

test.each(['3e659851', '1e5', '1.50', '007', '-0', ' 7', '12', 'true', 'null', '"plates"', '[3]', '{', '"', '%20'])(
  'a search for %p stays that, typed into the address and written by the app',
  (search) => {
    expect(read(parse(stringify({ search })))).toEqual({ search })
    const isQuoted = /^["[{]/.test(search)
    if (!isQuoted) expect(read(parse(`?search=${encodeURIComponent(search)}`))).toEqual({ search })
  },
)
