import { expect, test } from 'bun:test'
import { blockTarget } from './block-target'

const listings = [{ listing: { id: 4 } }, { listing: { id: 7 } }]

test.each([
  ['before a choice', undefined, null],
  ['for all rentals', null, null],
  ['for one of them', 7, 7],
  ['for one that was deleted meanwhile', 9, 'gone'],
] as const)('a block %s', (_, chosen, target) => expect(blockTarget(chosen, listings)).toBe(target))

test('a block for a rental that was the only one is not for all of them', () => {
  expect(blockTarget(9, [])).toBe('gone')
})
