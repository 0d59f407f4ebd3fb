import { describe, expect, test } from 'bun:test'
import { refusedWords } from '../../offerings/refused-words'
import { itemStanding, standingSentence } from './item-standing'

const TODAY = '2026-12-01'
const OPEN = { hidden: false, archived: false, pausedUntil: null }

describe('an own item', () => {
  test.each([
    [OPEN, 'Taking orders', 'Everybody can see it and order it.'],
    [{ ...OPEN, pausedUntil: '2026-11-30' }, 'Taking orders', 'Everybody can see it and order it.'],
    [
      { ...OPEN, pausedUntil: TODAY },
      'Not taking orders until Tue, Dec 1',
      'Everybody sees it, with the day from which it can be ordered again.',
    ],
    [
      { ...OPEN, pausedUntil: '2028-11-21' },
      'Not taking orders until Tue, Nov 21, 2028',
      'Everybody sees it, with the day from which it can be ordered again.',
    ],
    [
      { ...OPEN, archived: true, pausedUntil: TODAY },
      'Archived',
      'Only you and those who bought it see it. Orders that were placed stay as they are.',
    ],
    [
      { ...OPEN, hidden: true, archived: true },
      'Hidden by the operators',
      'Only you see it. Orders that were placed stay as they are.',
    ],
  ])('%p: %s', (item, words, sentence) => {
    expect([itemStanding(item, TODAY).words, standingSentence(item, TODAY)]).toEqual([words, sentence])
  })
})

test.each([
  ['item.change', 'Your changes were not saved. This item is gone.'],
  ['item.pause', 'It was not paused or opened again. This item is gone.'],
  ['item.archive', 'It was not archived or brought back. This item is gone.'],
] as const)('a refused %s says what was not done', (kind, words) => {
  const error = { code: 'item_not_found', message: 'This item is gone.', status: 404 }
  expect(refusedWords({ opId: 'x', kind, error, composedAt: '2026-11-21T10:00:00.000Z' })).toBe(words)
})
