import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { shownTags } from '../inspiration/tag-list'
import { initialOf } from '../ui/avatar'
import { CategoryBadge } from '../ui/category-badge'
import { CountBadge, countText } from '../ui/count-badge'
import { isolated } from '../ui/isolated'
import { isCurrent } from './navigation-entries'
import { OfflineRibbon } from './offline-ribbon'
import { heardWords, type SyncState, syncState, syncWords, type Travel } from './sync-badge'

describe('counts', () => {
  test.each([
    [1, '1'],
    [9, '9'],
    [10, '9+'],
    [120, '9+'],
  ])('%d shows as %s', (count, text) => {
    expect(countText(count)).toBe(text)
  })

  test('the full number is said, and zero is not shown', () => {
    expect(renderToStaticMarkup(createElement(CountBadge, { count: 12 }))).toContain('12 new')
    expect(renderToStaticMarkup(createElement(CountBadge, { count: 0 }))).toBe('')
  })
})

describe('tags', () => {
  test('three fit', () => {
    expect(shownTags(['garden', 'sage', 'brunch'])).toEqual({ shown: ['garden', 'sage', 'brunch'], more: null })
  })

  test('the rest is counted', () => {
    const tags = ['garden', 'sage', 'brunch', 'linen', 'gold']
    expect(shownTags(tags)).toEqual({ shown: ['garden', 'sage', 'brunch'], more: '+2 more' })
  })

  test('none leaves nothing behind', () => {
    expect(shownTags([])).toEqual({ shown: [], more: null })
  })
})

describe('sync', () => {
  test.each([
    ['synced', 0, 'Synced'],
    ['syncing', 0, 'Syncing'],
    ['syncing', 2, 'Sending 2'],
    ['offline', 0, 'Offline'],
    ['offline', 3, 'Offline, 3 waiting'],
    ['waiting', 1, '1 waiting'],
    ['signed-out', 0, 'Sign in again'],
    ['outdated', 0, 'Update the app'],
    ['needs-you', 1, '1 needs you'],
    ['needs-you', 2, '2 need you'],
  ] as const)('%s with %d: %s', (state, count, text) => {
    expect(syncWords(state, count)).toBe(text)
  })

  test('a screen reader hears nothing of rounds that go well', () => {
    expect([heardWords('syncing'), heardWords('syncing', 2), heardWords('synced')]).toEqual(['', '', ''])
    expect([heardWords('offline', 3), heardWords('needs-you', 1)]).toEqual(['Offline, 3 waiting', '1 needs you'])
  })

  const CALM = { isSignedIn: true, isLocked: false, signedOut: false, paused: null, needsPerson: 0, waiting: 0 }
  const travel: Travel = { ...CALM, reachable: true, sending: false, pulling: false }

  test.each<[Partial<Travel>, SyncState]>([
    [{}, 'synced'],
    [{ pulling: true }, 'syncing'],
    [{ sending: true, waiting: 1 }, 'syncing'],
    [{ waiting: 1 }, 'waiting'],
    [{ reachable: false }, 'offline'],
    [{ paused: 'unauthenticated' }, 'signed-out'],
    [{ paused: 'wrong_user' }, 'signed-out'],
    [{ signedOut: true, reachable: false }, 'signed-out'],
    [{ isSignedIn: false, isLocked: true }, 'signed-out'],
    [{ paused: 'client_too_old' }, 'outdated'],
    [{ paused: 'client_too_old', needsPerson: 2 }, 'needs-you'],
  ])('where %j the badge says %s', (change, state) => {
    expect(syncState({ ...travel, ...change })).toBe(state)
  })

  test('the badge never says that all is in step while nothing can be sent', () => {
    for (const paused of ['unauthenticated', 'wrong_user', 'client_too_old'] as const)
      for (const pulling of [true, false]) expect(syncState({ ...travel, paused, pulling })).not.toMatch(/^sync/)
  })

  test('the ribbon says how old the picture is, when that is known', () => {
    expect(renderToStaticMarkup(createElement(OfflineRibbon, { asOf: '14:05' }))).toContain('Offline, as of 14:05')
    expect(renderToStaticMarkup(createElement(OfflineRibbon, {}))).not.toContain('as of')
  })
})

test.each([
  ['rosa', 'R'],
  [' ñandú', 'Ñ'],
  ['👩‍🍳chef', '👩‍🍳'],
  ['שרה', 'ש'],
  ['', '?'],
])('the initial of %p is %p', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})

test('an initial is the first sign as the browser divides the name', () => {
  const signs = fc.oneof(
    fc.string({ unit: 'grapheme-ascii' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(signs, (name) => {
      const [first] = new Intl.Segmenter().segment(name.trim())
      expect(initialOf(name)).toBe(first?.segment.toLocaleUpperCase('en-US') ?? '?')
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['rosa', 'rosa'],
  ['שרה', '\u2068שרה\u2069'],
  ['كراسي 12', '\u2068كراسي 12\u2069'],
])('%p stands in a sentence as %p', (name, shown) => {
  expect(isolated(name)).toBe(shown)
})

test('a category is shown in words', () => {
  expect(renderToStaticMarkup(createElement(CategoryBadge, { category: 'custom_cakes' }))).toContain('custom cakes')
})

test.each([
  ['/listings', '/listings', true],
  ['/listings', '/listings/5', true],
  ['/listings', '/listings-of-old', false],
  ['/', '/', true],
  ['/', '/listings', false],
  ['/inspiration?share=1', '/inspiration', true],
])('%s is current on %s: %p', (to, path, current) => {
  expect(isCurrent(to, path)).toBe(current)
})
