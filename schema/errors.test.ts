import { expect, test } from 'bun:test'
import { specErrorText } from '#schema/error-text'
import { type ErrorCode, errorCatalogue, fieldMessages, Refusal } from '#schema/errors'

const codes = Object.keys(errorCatalogue) as ErrorCode[]

test.each(codes)('%s is a refusal with a status and words for a person', (code) => {
  const refusal = new Refusal(code)
  expect(refusal.status).toBeGreaterThanOrEqual(400)
  expect(refusal.status).toBeLessThan(600)
  expect(refusal.body()).toEqual({ code, message: errorCatalogue[code].message })
  expect(errorCatalogue[code].message.trim().length).toBeGreaterThan(5)
  // The server's framework takes a property of this name for its own.
  expect('code' in refusal).toBe(false)
})

test.each([
  ['invalid_credentials', 401, 'Invalid username or password'],
  ['username_taken', 409, 'Username already exists'],
  ['listing_not_found', 404, 'Listing not found'],
  ['user_not_found', 404, 'User Not Found'],
  ['post_not_found', 404, 'Post not found'],
  ['item_not_found', 404, 'Item Not Found'],
  ['unsupported_type', 415, 'Invalid file type'],
  ['too_large', 413, 'File too large'],
  ['upload_failed', 422, 'Failed to upload image'],
  ['payout_setup_required', 403, 'Please complete the Stripe account setup to receive rental payments'],
] as const)('%s answers %d with the words of the specification', (code, status, message) => {
  const refusal = new Refusal(code)
  expect([refusal.status, refusal.message]).toEqual([status, message])
})

test('a caller that needs a card finds the word it looks for in the text', () => {
  const body = JSON.stringify(new Refusal('payment_setup_required').body())
  expect(specErrorText(402, 'Payment Required', body)).toContain('payment_setup_required')
})

test('words and fields of its own go before those of the catalogue', () => {
  const refusal = new Refusal('validation', 'Title is required', { title: 'Title is required' })
  expect(refusal.body()).toEqual({
    code: 'validation',
    message: 'Title is required',
    fields: { title: 'Title is required' },
  })
  expect(refusal).toBeInstanceOf(Error)
})

test('the error text is status, colon, space, and the body or the status text', () => {
  expect(specErrorText(404, 'Not Found', '{"code":"x"}')).toBe('404: {"code":"x"}')
  expect(specErrorText(502, 'Bad Gateway', '')).toBe('502: Bad Gateway')
})

test('each field has its first message, under its dotted path', () => {
  const issues = [
    { path: ['title'], message: 'first' },
    { path: ['title'], message: 'second' },
    { path: ['images', 2, 'url'], message: 'third' },
    { path: [], message: 'of no field' },
  ]
  expect(fieldMessages(issues)).toEqual({ title: 'first', 'images.2.url': 'third' })
})
