import { describe, expect, test } from 'bun:test'
import { type CustomizationOption, DEFAULT_ITEM_TERMS, OPTION_TYPES, type OwnItem } from '#schema/made-to-order'
import { quoted } from '../../offerings/quoted'
import { formValues } from '../../offerings/thing-form'
import { draftHead } from '../../offerings/thing-kinds'
import { newChoice, newOption, type OptionValue } from '../../ui/fields/option-value'
import { optionValues } from './item-options'
import { ITEM_SHAPE, ItemForm, itemValues } from './item-values'
import { sentItemChange, withItemWords } from './own-item-overlay'

const photo = (letter: string) => ({ photo: { url: `/uploads/${letter.repeat(64)}.jpg` }, alt: '' })
const FILLED = {
  ...ITEM_SHAPE.empty,
  photos: [photo('a'), photo('b')],
  title: 'Place cards',
  description: 'Lettered by hand.',
  price: '48.50',
  category: 'stationery',
}

const option = (part: Partial<OptionValue>): OptionValue => ({ ...newOption(), name: 'Ink', ...part })
const choice = (name: string, shade = '') => ({ ...newChoice(), name, shade })
const problems = (values: unknown) => {
  const checked = ItemForm.safeParse(values)
  return checked.success ? [] : checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}
const wrongOptions = (...customizationOptions: OptionValue[]) => problems({ ...FILLED, customizationOptions })
const sent = (...customizationOptions: OptionValue[]) =>
  ItemForm.parse({ ...FILLED, customizationOptions }).customizationOptions

describe('the item form', () => {
  test('sends dollars as cents, seven days and the usual terms', () => {
    expect(ItemForm.parse(FILLED)).toEqual({
      photos: FILLED.photos,
      title: 'Place cards',
      description: 'Lettered by hand.',
      price: 4850,
      category: 'stationery',
      leadTimeInDays: 7,
      customizationOptions: [],
      terms: DEFAULT_ITEM_TERMS,
    })
  })

  test('says what an empty one lacks, the main image first', () => {
    expect(problems({ ...ITEM_SHAPE.empty, terms: '' })).toEqual([
      'photos: Main image is required',
      'title: Title must be at least 5 characters',
      'description: Description must be at least 10 characters',
      'category: Please select a category',
      'terms: Terms must be at least 10 characters',
      'price: Price must be at least $1',
    ])
  })

  test('wants one more image than the main one, and not too many', () => {
    expect(problems({ ...FILLED, photos: [photo('a')] })).toEqual(['photos: Please add at least one additional image'])
    const many = [...'abcdef0123456'].map(photo)
    expect(problems({ ...FILLED, photos: many })).toEqual([])
    expect(problems({ ...FILLED, photos: [...many, photo('7')] })).toEqual(['photos: Please use at most 13 photos'])
  })

  test.each([
    ['', 'Price must be at least $1'],
    ['0.99', 'Price must be at least $1'],
    ['100000.01', 'Price is too high'],
    ['12,50', 'Please write the price like 12 or 12.50'],
    ['-1', 'Please write the price like 12 or 12.50'],
  ])('a price of %p: %s', (price, words) => {
    expect(problems({ ...FILLED, price })).toEqual([`price: ${words}`])
  })
})

describe('options', () => {
  const colors = [choice('Sage', '#9caf88'), choice('Plum')]

  test('are sent as their type asks; the rest stays in the form', () => {
    const asked = { choices: colors, maxLength: '20', hint: ' As spelled ', required: true }
    expect(OPTION_TYPES.flatMap((type) => sent(option({ ...asked, type })))).toEqual([
      { name: 'Ink', type: 'text', options: [], required: true, maxLength: 20, hint: 'As spelled' },
      { name: 'Ink', type: 'color', options: ['Sage #9caf88', 'Plum'], required: true, hint: 'As spelled' },
      { name: 'Ink', type: 'select', options: ['Sage', 'Plum'], required: true, hint: 'As spelled' },
    ])
  })

  test('come back as they were sent', () => {
    const options: CustomizationOption[] = [
      { name: 'Names', type: 'text', options: [], required: true, maxLength: 20, hint: 'As spelled' },
      { name: 'Ink', type: 'color', options: ['Sage #9CAF88', 'Plum', '#7A2E4D'], required: false },
      { name: 'Paper', type: 'select', options: ['Cotton #111111', 'Linen'], required: false },
    ]
    expect(sent(...optionValues(options))).toEqual(options)
  })

  test('say what is wrong beside the field that it is about', () => {
    expect(wrongOptions(option({ name: ' ' }), option({ type: 'select' }))).toEqual([
      'customizationOptions.0.name: Please name this option',
      'customizationOptions.1.choices: Please add at least one choice',
    ])
    expect(wrongOptions(option({ type: 'color', choices: [choice('Sage'), choice('', '#123456')] }))).toEqual([
      'customizationOptions.0.choices.1.name: Please fill in this choice',
    ])
    expect(wrongOptions(option({ type: 'select', choices: [choice('A'), choice(' a ')] }))).toEqual([
      'customizationOptions.0.choices.1.name: This is there already',
    ])
    for (const [maxLength, words] of [
      ['x', 'Please enter a number'],
      ['0', 'At least 1'],
      ['501', 'At most 500'],
    ])
      expect(wrongOptions(option({ maxLength: maxLength as string }))).toEqual([
        `customizationOptions.0.maxLength: ${words}`,
      ])
    expect(wrongOptions(option({}), option({ name: 'ink' }))).toEqual([
      'customizationOptions: Two options have the same name',
    ])
  })
})

describe('a kept form', () => {
  test('comes back; what makes no sense is as in an untouched one', () => {
    const kept = { ...FILLED, customizationOptions: [option({ type: 'color', choices: [choice('Sage')] })] }
    expect(formValues(ITEM_SHAPE, { ...kept, extra: 1 })).toEqual(kept)
    expect(formValues(ITEM_SHAPE, { customizationOptions: [{ name: 'Ink' }], leadTimeInDays: '7' })).toEqual(
      ITEM_SHAPE.empty,
    )
  })

  test('is recognized by its title and first photo, whatever else it holds', () => {
    expect(draftHead({ ...FILLED, price: 7 })).toMatchObject({ title: 'Place cards', category: 'stationery' })
    expect(draftHead({ title: 7, photos: [{ alt: '' }] })).toEqual({ title: '', category: '', photos: [] })
  })

  test('is quoted in words', () => {
    expect(quoted('customizationOptions', [option({})])).toBe('1 option')
    expect(quoted('photos', [])).toBe('0 photos')
    expect(['12', '12.5', '12,x'].map((price) => quoted('price', price))).toEqual(['$12.00', '$12.50', '$12,x'])
    expect([quoted('title', ''), quoted('terms', 'x'.repeat(200))]).toEqual(['Nothing', `“${'x'.repeat(160)}…”`])
  })
})

test('a refused change comes back as it was written', () => {
  const checked = ItemForm.parse(FILLED)
  const sent = sentItemChange({ ...checked, itemKey: '5', itemId: 5 })
  const shown = { item: {} as OwnItem, photos: [] }
  expect(sent && itemValues(withItemWords(shown, sent.sent))).toEqual(FILLED)
})
