import { expect, test } from 'bun:test'
import { MadeToOrderCategory, RentalCategory } from '#schema/category'
import { categoryName, MADE_TO_ORDER_CATEGORIES, RENTAL_CATEGORIES } from '#schema/category-names'

test('there are six rental categories and nine for made-to-order', () => {
  expect([...RENTAL_CATEGORIES]).toEqual(['tableware', 'decorations', 'furniture', 'lighting', 'linens', 'serving'])
  expect([...MADE_TO_ORDER_CATEGORIES]).toEqual([...RENTAL_CATEGORIES, 'custom_cakes', 'stationery', 'favors'])
})

test.each([
  ['tableware', true, true],
  ['custom_cakes', false, true],
  ['Tableware', false, false],
  ['', false, false],
  [undefined, false, false],
  ['toString', false, false],
])('%p: rental %p, made to order %p', (category, rental, madeToOrder) => {
  expect(RentalCategory.safeParse(category).success).toBe(rental)
  const parsed = MadeToOrderCategory.safeParse(category)
  expect(parsed.success).toBe(madeToOrder)
  if (!parsed.success) expect(parsed.error.issues[0]?.message).toBe('Please select a category')
})

test.each([
  ['tableware', 'Tableware'],
  ['custom_cakes', 'Custom cakes'],
  ['', ''],
])('%p is shown as %p', (category, name) => expect(categoryName(category)).toBe(name))
