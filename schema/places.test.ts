import { expect, test } from 'bun:test'
import { boroughOf, neighborhoodOf } from '#schema/places'

test.each([
  ['10001', 'Chelsea'],
  ['10463', 'Kingsbridge'],
  ['11215', 'Park Slope'],
  ['11215-3310', 'Park Slope'],
  [' 11101 ', 'Long Island City'],
  ['10301', 'St. George'],
])('%p is %p', (zipCode, name) => {
  expect(neighborhoodOf(zipCode)).toBe(name)
})

test.each(['90210', '07030', '1121', '112155', '11215x', 'constructor', '', null])(
  '%p is no place we know',
  (zipCode) => {
    expect(neighborhoodOf(zipCode)).toBeNull()
  },
)

test.each([
  ['Astoria', 'Queens'],
  ['Park Slope', 'Brooklyn'],
  ['Belmont', 'The Bronx'],
  ['Atlantis', null],
  ['constructor', null],
  [null, null],
])('%p is in %p', (name, borough) => {
  expect(boroughOf(name)).toBe(borough)
})
