import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type CustomizationOption,
  canBuy,
  canEditItem,
  colorOf,
  customizationProblems,
  DEFAULT_ITEM_TERMS,
  estimatedDelivery,
  goneOptions,
  knownCustomizations,
  LEAD_TIME_MAX_DAYS,
  NewItem,
  OPTION_TEXT_MAX,
  OPTION_TYPES,
  takesOrders,
} from '#schema/made-to-order'

const DAY_MS = 86_400_000
/** A day by UTC arithmetic that the code under test does not use; the range holds leap days and changes of the clock. */
const day = fc
  .integer({ min: 0, max: 366 * 12 })
  .map((index) => new Date(Date.UTC(2020, 0, 1) + index * DAY_MS).toISOString().slice(0, 10))
const leadTime = fc.integer({ min: 1, max: LEAD_TIME_MAX_DAYS })

describe('the day on which an order is expected', () => {
  test.each([
    ['2026-11-22', 7, '2026-11-29'],
    ['2027-01-31', 1, '2027-02-01'],
    ['2027-02-22', 7, '2027-03-01'],
    ['2028-02-22', 7, '2028-02-29'],
    ['2028-02-29', 365, '2029-02-28'],
    ['2026-12-28', 7, '2027-01-04'],
    // The clocks change on these nights in New York; the days stay whole.
    ['2027-03-13', 1, '2027-03-14'],
    ['2027-03-13', 2, '2027-03-15'],
    ['2026-10-31', 1, '2026-11-01'],
    ['2026-10-31', 2, '2026-11-02'],
  ])('%s and %i days: %s', (today, days, expected) => expect(estimatedDelivery(today, days)).toBe(expected))

  test('is exactly so many days later, whatever month, year or clock lies between', () =>
    fc.assert(
      fc.property(day, leadTime, (today, days) => {
        const later = Date.parse(estimatedDelivery(today, days)) - Date.parse(today)
        expect(later).toBe(days * DAY_MS)
      }),
    ))

  test('does not depend on how the way is cut', () =>
    fc.assert(
      fc.property(day, leadTime, leadTime, (today, one, other) =>
        expect(estimatedDelivery(estimatedDelivery(today, one), other)).toBe(estimatedDelivery(today, one + other)),
      ),
    ))
})

/** Names that an object has without being asked are names like all others. */
const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== ''),
  fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'Names', 'Ink'),
)
const choice = fc.constantFrom('Sage #9CAF88', 'Gold', 'Cotton', 'Linen')
const option: fc.Arbitrary<CustomizationOption> = fc.record({
  name,
  type: fc.constantFrom(...OPTION_TYPES),
  options: fc.uniqueArray(choice, { minLength: 1, maxLength: 4 }),
  required: fc.boolean(),
})
const options = fc.uniqueArray(option, { maxLength: 6, selector: (one) => one.name })
const choices = fc
  .array(fc.tuple(name, fc.oneof(choice, fc.string({ maxLength: 20 }), fc.constant('   '))), { maxLength: 8 })
  .map((pairs) => Object.fromEntries(pairs))

describe('the choices of a buyer', () => {
  const asked: CustomizationOption[] = [
    { name: 'Names', type: 'text', options: [], required: true, maxLength: 20 },
    { name: 'Ink', type: 'color', options: ['Sage #9CAF88', 'Gold'], required: true },
    { name: 'Paper', type: 'select', options: ['Cotton', 'Linen'], required: false },
  ]
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['all that is asked', { Names: 'Ana', Ink: 'Gold', Paper: 'Linen' }, {}],
    ['a color by its name alone', { Names: 'Ana', Ink: 'Sage' }, {}],
    ['nothing', {}, { Names: 'Required', Ink: 'Required' }],
    ['blanks for words', { Names: '   ', Ink: 'Gold' }, { Names: 'Required' }],
    ['too many words', { Names: 'x'.repeat(21), Ink: 'Gold' }, { Names: 'Please keep this under 20 characters' }],
    ['what is not offered', { Names: 'Ana', Ink: 'Plum' }, { Ink: 'Please choose one of the offered choices' }],
    [
      'an option that is gone',
      { Names: 'Ana', Ink: 'Gold', Ribbon: 'Red' },
      { Ribbon: 'The maker does not offer this any more' },
    ],
    ['nothing for an option that is gone', { Names: 'Ana', Ink: 'Gold', Ribbon: ' ' }, {}],
  ])('%s', (_, chosen, problems) => expect(customizationProblems(asked, chosen)).toEqual(problems))

  test('a required option is missing exactly when nothing but blanks is there for it', () =>
    fc.assert(
      fc.property(options, choices, (offered, chosen) => {
        const missing = offered
          .filter((one) => one.required && !(Object.hasOwn(chosen, one.name) && chosen[one.name]?.trim()))
          .map((one) => one.name)
        // By name: a name that is a number comes first in an object.
        const problems = Object.entries(customizationProblems(offered, chosen))
        const required = problems.filter(([, words]) => words === 'Required').map(([of]) => of)
        expect(required.toSorted()).toEqual(missing.toSorted())
      }),
    ))

  test('kept choices hold only options of the item, none empty, and mean the same', () =>
    fc.assert(
      fc.property(options, choices, (offered, chosen) => {
        const kept = knownCustomizations(offered, chosen)
        const names = new Set(offered.map((one) => one.name))
        for (const [of, value] of Object.entries(kept)) {
          expect(names.has(of)).toBe(true)
          expect(value).toBe(value.trim())
          expect(value).not.toBe('')
        }
        const gone = goneOptions(offered, chosen)
        expect(gone.filter((name) => names.has(name))).toEqual([])
        const problems = Object.entries(customizationProblems(offered, chosen)).filter(([of]) => !gone.includes(of))
        expect(customizationProblems(offered, kept)).toEqual(Object.fromEntries(problems))
        expect(knownCustomizations(offered, kept)).toEqual(kept)
      }),
    ))

  test('without a limit of its maker a text may be so long', () => {
    const free: CustomizationOption[] = [{ name: 'Names', type: 'text', options: [], required: false }]
    expect(customizationProblems(free, { Names: 'x'.repeat(OPTION_TEXT_MAX) })).toEqual({})
    expect(customizationProblems(free, { Names: 'x'.repeat(OPTION_TEXT_MAX + 1) })).not.toEqual({})
  })
})

test.each([
  ['Sage #9CAF88', { name: 'Sage', shade: '#9CAF88' }],
  ['Sage#9ca', { name: 'Sage', shade: '#9ca' }],
  ['#9CAF88', { name: '#9CAF88', shade: '#9CAF88' }],
  ['Sage', { name: 'Sage', shade: null }],
  ['Number #1', { name: 'Number #1', shade: null }],
])('the color %p', (words, color) => expect(colorOf(words)).toEqual(color))

test.each([
  [null, true],
  ['2026-11-21', true],
  ['2026-11-22', false],
  ['2026-11-23', false],
])('paused until %p: takes orders on 2026-11-22: %p', (pausedUntil, taken) =>
  expect(takesOrders({ pausedUntil }, '2026-11-22')).toBe(taken),
)

test('its maker edits an item and does not buy it; everybody else the other way round', () => {
  expect([canEditItem({ id: 1 }, { userId: 1 }), canBuy({ id: 1 }, { userId: 1 })]).toEqual([true, false])
  expect([canEditItem({ id: 2 }, { userId: 1 }), canBuy({ id: 2 }, { userId: 1 })]).toEqual([false, true])
})

describe('a new item', () => {
  const item = {
    title: 'Hand-lettered place cards',
    description: 'Ink on cotton paper, one per guest.',
    mainImage: `/uploads/${'ca'.repeat(32)}.jpg`,
    images: [`/uploads/${'3e'.repeat(32)}.jpg`],
    price: 100,
    category: 'stationery',
  }
  const wrong = (change: Record<string, unknown>) => {
    const parsed = NewItem.safeParse({ ...item, ...change })
    return parsed.success ? null : parsed.error.issues[0]?.message
  }

  test('needs no more than this, and gets the usual lead time and terms', () =>
    expect(NewItem.safeParse(item).data ?? null).toMatchObject({ leadTimeInDays: 7, terms: DEFAULT_ITEM_TERMS }))

  test.each<[Record<string, unknown>, string]>([
    [{ title: 'Four' }, 'Title must be at least 5 characters'],
    [{ description: 'Too short' }, 'Description must be at least 10 characters'],
    [{ price: 99 }, 'Price must be at least $1'],
    [{ price: 100.5 }, 'Price must be at least $1'],
    [{ images: [] }, 'Please add at least one additional image'],
    [{ leadTimeInDays: 0 }, 'Lead time must be at least 1 day'],
    [{ terms: 'None' }, 'Terms must be at least 10 characters'],
    [
      {
        customizationOptions: [
          { name: 'Ink', type: 'text' },
          { name: 'ink', type: 'text' },
        ],
      },
      'Two options have the same name',
    ],
    [{ customizationOptions: [{ name: 'Paper', type: 'select', options: [] }] }, 'Please add at least one choice'],
    [{ customizationOptions: [{ name: ' ', type: 'text' }] }, 'Please name this option'],
    [{ customizationOptions: [{ name: '__proto__', type: 'text' }] }, 'Please name this option otherwise'],
  ])('%j: %s', (change, message) => expect(wrong(change)).toBe(message))
})
