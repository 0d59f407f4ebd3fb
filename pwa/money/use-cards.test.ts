import { expect, test } from 'bun:test'
import type { PaymentMethod } from '#schema/payment'
import { type Cards, chosenCard } from './use-cards'

const card = (id: string): PaymentMethod => ({
  id,
  card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2028 },
  isDefault: false,
})
const loaded = (...ids: string[]): Cards => ({ state: 'loaded', cards: ids.map(card) })

const withDefault: Cards = { state: 'loaded', cards: [card('a'), { ...card('b'), isDefault: true }] }

test.each([
  ['a single card is chosen by itself', loaded('a'), null, 'a'],
  ['of several none is, while none is the default', loaded('a', 'b'), null, null],
  ['of several the default is', withDefault, null, 'b'],
  ['the picked one comes before the default', withDefault, 'a', 'a'],
  ['the picked one is', loaded('a', 'b'), 'b', 'b'],
  ['a picked card that is gone counts no more', loaded('a', 'b'), 'c', null],
  ['a picked card that is gone gives way to the only one left', loaded('a'), 'c', 'a'],
  ['no cards', loaded(), 'a', null],
  ['cards that are not known', { state: 'offline' } as Cards, 'a', null],
] as const)('%s', (_, cards, picked, expected) => {
  expect(chosenCard(cards, picked)).toBe(expected)
})
