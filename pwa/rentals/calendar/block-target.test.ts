import { expect, test } from 'bun:test'
import { blockTarget } from './block-target'

const listings = [{ listing: { id: 4 } }, { listing: { id: 7 } }]

test.each([
  ['before a choice', undefined, null],
  ['for all rentals', null, null],
  ['for one of them', 7, 7],
  ['for one that was deleted meanwhile', 9, 'gone'],
] as const)('a block %s', (_, chosen, target) => expect(blockTarget(chosen, listings, true)).toBe(target))

test('a block for a rental that was the only one is not for all of them', () => {
  expect(blockTarget(9, [], true)).toBe('gone')
})

test.each([
  ['for one that has not come to this device yet waits for it', 9, 'coming'],
  ['for one that has come before all others does not wait', 7, 7],
  ['for all rentals does not wait for them', null, null],
] as const)('a block %s', (_, chosen, target) => expect(blockTarget(chosen, listings, false)).toBe(target))
