import { expect, test } from 'bun:test'
import { Address, isCompleteAddress } from '#schema/address'
import { fieldMessages } from '#schema/errors'

const ADDRESS = { street: '412 5th Street', city: 'Brooklyn', state: 'NY', zipCode: '11215' }

test('an address is trimmed, and only its four parts are taken', () => {
  expect(
    Address.parse({ ...ADDRESS, street: '  412 5th Street ', zipCode: ' 11215-3310 ', neighborhood: 'x' }),
  ).toEqual({
    ...ADDRESS,
    zipCode: '11215-3310',
  })
})

test.each([
  [
    {},
    {
      street: 'Street address is required',
      city: 'City is required',
      state: 'State is required',
      zipCode: 'Valid ZIP code is required',
    },
  ],
  [{ ...ADDRESS, street: ' ' }, { street: 'Street address is required' }],
  [{ ...ADDRESS, city: 5 }, { city: 'City is required' }],
  [{ ...ADDRESS, state: null }, { state: 'State is required' }],
  [{ ...ADDRESS, zipCode: ' 1121 ' }, { zipCode: 'Valid ZIP code is required' }],
  [{ ...ADDRESS, zipCode: '11215'.repeat(3) }, { zipCode: 'Valid ZIP code is required' }],
  [{ ...ADDRESS, street: 'x'.repeat(201) }, { street: 'Please shorten this.' }],
])('%j is refused', (input, messages) => {
  expect(fieldMessages(Address.safeParse(input).error?.issues ?? [])).toEqual(messages)
})

test('an address is complete when no part is missing', () => {
  expect(isCompleteAddress(ADDRESS)).toBe(true)
  for (const part of ['street', 'city', 'state', 'zipCode'] as const) {
    expect(isCompleteAddress({ ...ADDRESS, [part]: null })).toBe(false)
    expect(isCompleteAddress({ ...ADDRESS, [part]: '' })).toBe(false)
  }
})
