import { describe, expect, test } from 'bun:test'
import { CANCELLATION_PRESETS } from '#schema/listing'
import { refusedWords } from '../../offerings/refused-words'
import { fieldValue, formFields, formValues } from '../../offerings/thing-form'
import { cancellationRule } from './cancellation-words'
import { EMPTY_LISTING, LISTING_SHAPE, ListingForm } from './listing-values'
import { pricePreview } from './price-preview'

const PHOTO = { photo: { url: `/uploads/${'a'.repeat(64)}.jpg` }, alt: '' }
const FILLED = { ...EMPTY_LISTING, photos: [PHOTO], title: 'Plates', description: 'White', price: '12.50' }

const problems = (values: unknown) => {
  const checked = ListingForm.safeParse(values)
  return checked.success ? [] : checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('the form', () => {
  test('lets a filled one through, and says what an empty one lacks, photos first', () => {
    expect(problems(FILLED)).toEqual([])
    expect(problems(EMPTY_LISTING)).toEqual([
      'photos: Please add at least one image',
      'title: Title is required',
      'description: Description is required',
      'price: Price must be a positive amount with at most two decimals',
    ])
  })

  test.each(['', '0', '-1', '12,50', '12.345', '1e9', '🎉', ' '])('a price of %p is no price', (price) => {
    expect(problems({ ...FILLED, price })).toEqual(['price: Price must be a positive amount with at most two decimals'])
    expect(pricePreview(price, '', 0)).toBeNull()
  })

  test('a price above the most says what the most is', () => {
    expect(problems({ ...FILLED, price: '100000.01' })).toEqual(['price: A price is at most $100,000.00 a day'])
    expect(pricePreview('100000.01', '', 0)).toBeNull()
  })

  test('words of a photo may be long, not endless', () => {
    const photos = [PHOTO, { ...PHOTO, alt: 'x'.repeat(301) }]
    expect(problems({ ...FILLED, photos })).toEqual(['photos.1.alt: Please keep this under 300 characters'])
    expect(problems({ ...FILLED, photos: Array(13).fill(PHOTO) })).toEqual(['photos: Please use at most 12 photos'])
  })

  test('kept values come back; nonsense is as in an untouched form', () => {
    expect(formValues(LISTING_SHAPE, { ...FILLED, extra: 1 })).toEqual(FILLED)
    expect(formValues(LISTING_SHAPE, { title: 7, photos: 'x', quantity: '3', cancellationPreset: 'free' })).toEqual(
      EMPTY_LISTING,
    )
    expect(fieldValue(LISTING_SHAPE, 'photos', [{ alt: 'Plates', photo: { url: PHOTO.photo.url, more: 1 } }])).toEqual([
      { ...PHOTO, alt: 'Plates' },
    ])
  })

  test('the server’s photo fields are one field here', () => {
    expect(formFields({ mainImage: 'a', 'images.1': 'b', title: 'c' })).toEqual({ photos: 'b', title: 'c' })
  })
})

describe('the preview', () => {
  test.each([
    ['12.5', 0, '3 days: $37.50', null],
    ['12', 0, '3 days: $36.00', null],
    ['100', 250, '3 days: $300.00', 'Platform fee 2.5%: $7.50. You get $292.50.'],
  ])('%s with %i basis points', (typed, feeBps, line, fee) => {
    expect(pricePreview(typed, '', feeBps)).toEqual({ line, fee })
  })
})

test('the preview knows the price of a week, which three days may reach', () => {
  expect(pricePreview('20', '45', 0)?.line).toBe('3 days: $45.00')
  expect(pricePreview('20', '90', 0)?.line).toBe('3 days: $60.00')
  expect(pricePreview('20', 'ninety', 0)?.line).toBe('3 days: $60.00')
})

test('each preset says its rule in one sentence', () => {
  expect(CANCELLATION_PRESETS.map(cancellationRule)).toEqual([
    'Renters get everything back until 24 hours before the first day.',
    'Renters get everything back until 5 days before the first day, half back until 48 hours before.',
    'Renters get half back until 7 days before the first day.',
  ])
})

test('a refusal names the days with their weekday', () => {
  const about = { opId: 'x', kind: 'listing.change', composedAt: '2026-11-21T10:00:00.000Z' } as const
  const error = { code: 'quantity_booked', message: 'More pieces than that are booked already.', status: 409 }
  expect(refusedWords({ ...about, error })).toBe(
    'Your changes were not saved. More pieces than that are booked already.',
  )
  const fields = { days: '2026-11-28,2026-11-29' }
  expect(refusedWords({ ...about, error: { ...error, fields } })).toBe(
    'Your changes were not saved. More pieces than that are booked already. Booked: Sat, Nov 28; Sun, Nov 29.',
  )
})
