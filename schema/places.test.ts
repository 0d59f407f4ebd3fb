import { expect, test } from 'bun:test'
import { boroughOf, MILES, nearestPlace, neighborhoodOf, placesWithin } from '#schema/places'

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

test.each([
  ['Grand Army Plaza', 40.674, -73.97, 'Prospect Heights'],
  ['Times Square', 40.758, -73.985, "Hell's Kitchen"],
  ['the ferry of Staten Island', 40.644, -74.074, 'St. George'],
  ['Newark, across the river', 40.7357, -74.1724, 'Mariners Harbor'],
  ['Philadelphia', 39.9526, -75.1652, null],
  ['the other side of the earth', -40.7, 106, null],
])('a device at %p is in or near %p', (_, latitude, longitude, place) => {
  expect(nearestPlace({ latitude, longitude })).toBe(place)
})

test('a wider circle holds the smaller one, with the neighborhood itself in all of them', () => {
  const circles = MILES.map((miles) => new Set(placesWithin('Park Slope', miles)))
  for (const [nth, circle] of circles.entries()) {
    expect(circle.has('Park Slope')).toBe(true)
    expect(circles[nth + 1]?.isSupersetOf(circle) ?? true).toBe(true)
  }
  expect(placesWithin('Park Slope', 2)).toContain('Prospect Heights')
  expect(placesWithin('Park Slope', 5)).not.toContain('Riverdale')
  expect(placesWithin('Riverdale', 1).every((place) => placesWithin(place, 1).includes('Riverdale'))).toBe(true)
})

test.each(['Brooklyn', 'Atlantis', 'constructor', ''])(
  'nothing is within miles of %p, which has no middle',
  (place) => {
    expect(placesWithin(place, 10)).toEqual([])
  },
)
