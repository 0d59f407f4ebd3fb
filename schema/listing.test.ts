import { expect, test } from 'bun:test'
import { fieldMessages } from '#schema/errors'
import { canBook, NewListing } from '#schema/listing'

const PHOTO = `/uploads/${'0d'.repeat(32)}.jpg`
const WANTED = { title: 'Oak table', description: 'Seats eight.', price: 40, mainImage: PHOTO }
const problems = (change: Record<string, unknown>) =>
  fieldMessages(NewListing.safeParse({ ...WANTED, ...change }).error?.issues ?? [])

test('the form starts with these defaults', () => {
  expect(NewListing.parse(WANTED)).toEqual({
    ...WANTED,
    category: 'tableware',
    availability: { available: true },
    terms: 'Standard rental terms apply.',
    images: [],
    quantity: 1,
    cancellationPreset: 'standard',
    photoAlts: [],
  })
})

test('everything that is missing is named', () => {
  expect(fieldMessages(NewListing.safeParse({}).error?.issues ?? [])).toEqual({
    title: 'Title is required',
    description: 'Description is required',
    price: 'Price must be a positive amount with at most two decimals',
    mainImage: 'Please add at least one image',
  })
})

test.each([0.01, 40, 40.5, '40', ' 40.50 ', 100_000])('a price of %p is accepted', (price) => {
  expect(problems({ price })).toEqual({})
})
test.each([0, '0', '0.00', -1, '12,50', 1e21, 0.001, '1e2', Number.NaN, null])('a price of %p is refused', (price) =>
  expect(problems({ price })).toEqual({ price: 'Price must be a positive amount with at most two decimals' }),
)
test.each([100_000.01, '100001', 1e8])('a price of %p is above the most', (price) => {
  expect(problems({ price })).toEqual({ price: 'A price is at most $100,000.00 a day' })
})

test.each([
  [{ mainImage: '' }, { mainImage: 'Please add at least one image' }],
  [{ mainImage: 'table.jpg' }, { mainImage: 'Please provide a valid image URL' }],
  [{ images: [PHOTO, 'x', PHOTO] }, { 'images.1': 'Please provide a valid image URL' }],
  [{ images: Array(13).fill(PHOTO) }, { images: 'Please use at most 12 photos' }],
  [{ category: 'favors' }, { category: 'Please select a category' }],
  [{ quantity: '2' }, { quantity: 'Quantity must be a whole number' }],
  [{ quantity: -1 }, { quantity: 'Quantity must be at least 1' }],
  [{ quantity: 10_001 }, { quantity: 'Quantity is too large' }],
])('%j is refused', (change, messages) => expect(problems(change)).toEqual(messages))

test('nobody books from themselves', () => {
  expect(canBook({ id: 1 }, { userId: 1 })).toBe(false)
  expect(canBook({ id: 2 }, { userId: 1 })).toBe(true)
})
