import { describe, expect, test } from 'bun:test'
import type { CustomizationOption } from '#schema/made-to-order'
import type { CurrentUser } from '#schema/user'
import { deliveryDay, needByWords, orderProblems, orderSection, startingOrder, wishedOrder } from './order-rules'
import { EMPTY_ORDER, isSameOrder, type OrderWishes, wishesOf } from './purchase-drafts'

const TODAY = '2026-11-21'
const option = (part: Partial<CustomizationOption>): CustomizationOption => ({
  name: 'Names',
  type: 'text',
  options: [],
  required: false,
  ...part,
})
const item = {
  userId: 2,
  pausedUntil: null,
  price: 4000,
  leadTimeInDays: 7,
  customizationOptions: [
    option({ required: true, maxLength: 5 }),
    option({ name: 'Ink', type: 'color', options: ['Sage #9CAF88', 'Plum'] }),
  ],
}
const filled: OrderWishes = {
  ...wishesOf(EMPTY_ORDER),
  name: 'Ana',
  street: '1 Main',
  city: 'Brooklyn',
  state: 'NY',
  zipCode: '11215',
  customizations: { Names: 'Rosa' },
}

describe('who sees the form', () => {
  test.each([
    [undefined, item, 'unknown'],
    [null, item, 'open'],
    [{ id: 1 }, item, 'open'],
    [{ id: 2 }, item, 'own'],
    [{ id: 1 }, { ...item, pausedUntil: TODAY }, 'paused'],
    [{ id: 1 }, { ...item, pausedUntil: '2026-11-20' }, 'open'],
    [{ id: 2 }, { ...item, pausedUntil: TODAY }, 'own'],
  ] as const)('%j, %j', (user, shown, section) => expect(orderSection(user, shown, TODAY)).toBe(section))
})

describe('what is wrong, in the words of the product', () => {
  const table: [Partial<OrderWishes>, Record<string, string>][] = [
    [{}, {}],
    [{ name: ' ' }, { name: 'Recipient name is required' }],
    [
      { street: '', city: '', state: '' },
      { street: 'Street address is required', city: 'City is required', state: 'State is required' },
    ],
    [{ zipCode: '1121' }, { zipCode: 'Valid ZIP code is required' }],
    [{ customizations: {} }, { 'customizations.Names': 'Required' }],
    [{ customizations: { Names: 'Rosalind' } }, { 'customizations.Names': 'Please keep this under 5 characters' }],
    [
      { customizations: { Names: 'Rosa', Ink: 'Neon' } },
      { 'customizations.Ink': 'Please choose one of the offered choices' },
    ],
    [{ customizations: { Names: 'Rosa', Ink: 'Sage #9CAF88' } }, {}],
    [{ note: 'x'.repeat(2001) }, { note: 'Please keep the note under 2,000 characters' }],
    [{ needBy: '2026-11-28' }, {}],
    [{ needBy: '2026-11-27' }, { askedMaker: 'Please ask the maker first whether it can be there by then' }],
    [{ needBy: '2026-11-27', askedMaker: true }, {}],
    [{ needBy: '2026-11-20', askedMaker: true }, { needBy: 'Please choose a day that is still to come' }],
  ]
  for (const [part, problems] of table)
    test(JSON.stringify(part).slice(0, 60), () =>
      expect(orderProblems({ ...filled, ...part }, item, TODAY)).toEqual(problems),
    )
})

test('an item whose price nobody can pay is not ordered', () => {
  expect(orderProblems(filled, { ...item, price: 5_000_001 }, TODAY)).toEqual({
    price: 'This comes to $50,000.01. A payment is at least $0.50 and at most $50,000.00.',
  })
})

describe('the wanted day', () => {
  const table: [needBy: string, words: string, isMissed: boolean][] = [
    ['2026-11-28', 'Expected on Sat, Nov 28, the very day.', false],
    ['2026-11-29', 'Expected on Sat, Nov 28, 1 day before you need it.', false],
    ['2026-12-05', 'Expected on Sat, Nov 28, 7 days before you need it.', false],
    ['2026-01-31', 'Expected on Sat, Nov 28, 301 days after Sat, Jan 31.', true],
    ['2026-11-27', 'Expected on Sat, Nov 28, 1 day after Fri, Nov 27.', true],
    ['2026-11-22', 'Expected on Sat, Nov 28, 6 days after Sun, Nov 22.', true],
  ]
  for (const [needBy, words, isMissed] of table)
    test(words, () => expect(needByWords(needBy, '2026-11-28', TODAY)).toEqual({ words, isMissed }))

  test('days are counted across the change of the clocks', () =>
    expect(needByWords('2026-11-02', '2026-10-31', TODAY).words).toBe(
      'Expected on Sat, Oct 31, 2 days before you need it.',
    ))
  test('the expected day carries its weekday, and its year when that is another', () => {
    expect(deliveryDay('2026-11-28', TODAY)).toBe('Saturday, November 28')
    expect(deliveryDay('2027-01-04', TODAY)).toBe('Monday, January 4, 2027')
  })
})

describe('the form at its start', () => {
  const address = { street: '412 5th Street', city: 'Brooklyn', state: 'NY', zipCode: '11215' }
  const user = address as CurrentUser
  test('an empty one carries its person’s own address', () =>
    expect(startingOrder(null, user)).toEqual({ ...EMPTY_ORDER, ...address }))
  test('whoever typed other things first gets the address as well', () =>
    expect(startingOrder({ ...EMPTY_ORDER, note: 'Hi' }, user)).toEqual({ ...EMPTY_ORDER, note: 'Hi', ...address }))
  test('an address that was typed stays', () => {
    const typed = { ...EMPTY_ORDER, city: 'Albany' }
    expect(startingOrder(typed, user)).toBe(typed)
  })
  test('what was tried is not touched, and visitors have no address', () => {
    const tried = { ...EMPTY_ORDER, attempt: { clientId: crypto.randomUUID(), wishes: filled } }
    expect(startingOrder(tried, user)).toBe(tried)
    expect(startingOrder(null, null)).toEqual(EMPTY_ORDER)
  })
})

describe('a wanted day that was chosen before', () => {
  const BY = '2026-12-05'
  test('is in the form, beside what was typed', () => {
    expect(wishedOrder(null, { readyBy: BY, pieces: 1 })).toMatchObject({ ...EMPTY_ORDER, needBy: BY })
    expect(wishedOrder({ ...EMPTY_ORDER, note: 'Hi' }, { readyBy: BY, pieces: 1 })).toMatchObject({
      note: 'Hi',
      needBy: BY,
    })
  })
  test('never takes the place of a day that was chosen in the form; another choice replaces the one before', () => {
    const own = { ...EMPTY_ORDER, needBy: '2026-12-01', askedMaker: true }
    expect(wishedOrder(own, { readyBy: BY, pieces: 1 })).toMatchObject({ needBy: '2026-12-01', askedMaker: true })
    const asked = { ...EMPTY_ORDER, needBy: BY, wishedBy: BY, askedMaker: true }
    expect(wishedOrder(asked, { readyBy: '2026-12-08', pieces: 1 })).toMatchObject({
      needBy: '2026-12-08',
      askedMaker: false,
    })
  })
  test('is taken over once, and never into an order that is being tried', () => {
    const changed = { ...EMPTY_ORDER, needBy: '2026-12-09', wishedBy: BY }
    expect(wishedOrder(changed, { readyBy: BY, pieces: 1 })).toBe(changed)
    const tried = { ...EMPTY_ORDER, attempt: { clientId: crypto.randomUUID(), wishes: filled } }
    expect(wishedOrder(tried, { readyBy: BY, pieces: 1 })).toBe(tried)
    expect(wishedOrder(null, { readyBy: null, pieces: 1 })).toBeNull()
  })
  test('comes with its number of pieces, once, where no other number was chosen in the form', () => {
    const three = { readyBy: null, pieces: 3 }
    const wished = wishedOrder(null, three)
    expect(wished).toMatchObject({ quantity: 3, needBy: null })
    expect(wishedOrder({ ...EMPTY_ORDER, quantity: 5 }, three)).toMatchObject({ quantity: 5 })
    expect(wishedOrder({ ...EMPTY_ORDER, ...wished, quantity: 1 }, three)).toMatchObject({ quantity: 1 })
    expect(wishedOrder({ ...EMPTY_ORDER, ...wished }, { readyBy: BY, pieces: 4 })).toMatchObject({
      quantity: 4,
      needBy: BY,
    })
  })
})

test('the same order is known by its words, whatever the blanks and the order of its options', () => {
  expect(isSameOrder(filled, { ...filled, name: ' Ana ', customizations: { Ink: ' ', Names: 'Rosa' } })).toBe(true)
  expect(isSameOrder(filled, { ...filled, customizations: { Names: 'Ros' } })).toBe(false)
  expect(isSameOrder(filled, { ...filled, needBy: '2026-12-01' })).toBe(false)
})
