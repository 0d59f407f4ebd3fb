import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { MADE_TO_ORDER_CATEGORIES } from '#schema/category-names'
import { NewPost } from '#schema/inspiration'
import { ListingChange, NewListing } from '#schema/listing'
import { ItemChange, NewItem } from '#schema/made-to-order'
import { jsonBytes, OFFERING_MAX_BYTES } from '#schema/offering-size'

test('bytes are counted as they travel', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(jsonBytes({ text })).toBe(new TextEncoder().encode(JSON.stringify({ text })).byteLength)
    }),
  )
  expect(jsonBytes('é€😀')).toBe(2 + 2 + 3 + 4)
})

const photo = `/uploads/${'a'.repeat(64)}.jpg`
const words = { title: 'Stoneware plates', description: 'Speckled oat stoneware.', mainImage: photo }
const item = { ...words, price: 4000, category: MADE_TO_ORDER_CATEGORIES[0], images: [photo] }
const listing = { ...words, price: '12' }
const post = { title: 'A table', imageUrl: photo }

describe('a thing that every device keeps', () => {
  test('fits as long as each of its fields does, in plain letters', () => {
    const long = { description: 'd'.repeat(5000), terms: 't'.repeat(5000), photoAlts: Array(12).fill('a'.repeat(300)) }
    expect(NewListing.safeParse({ ...listing, ...long, images: Array(11).fill(photo) }).success).toBe(true)
    expect(NewPost.safeParse({ ...post, description: '漢'.repeat(2000) }).success).toBe(true)
  })

  test.each([
    ['an item with thousands of choices', NewItem, { ...item, customizationOptions: manyChoices() }],
    ['an edit of it', ItemChange, { ...item, customizationOptions: manyChoices() }],
    [
      'a listing in letters of three bytes',
      NewListing,
      { ...listing, description: '漢'.repeat(5000), terms: '漢'.repeat(900) },
    ],
    ['an edit of it', ListingChange, { ...listing, description: '漢'.repeat(5000), terms: '漢'.repeat(900) }],
  ] as const)('%s is refused beside its description', (_what, schema, value) => {
    const parsed = schema.safeParse(value)
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([['description']])
    expect(jsonBytes(value)).toBeGreaterThan(OFFERING_MAX_BYTES)
  })
})

function manyChoices() {
  const options = Array.from({ length: 40 }, (_, nth) => `${nth} ${'x'.repeat(70)}`)
  return Array.from({ length: 20 }, (_, nth) => ({ name: `Option ${nth}`, type: 'select', options }))
}
