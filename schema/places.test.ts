import { expect, test } from 'bun:test'
import { boroughOf, MILES, nearestPlace, neighborhoodOf, PLACE_NAMES, placesWithin } from '#schema/places'

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

test.each([
  ['10008', 'Financial District'],
  ['10048', 'Financial District'],
  ['10055', 'Midtown East'],
  ['10080', 'Battery Park City'],
  ['10101', "Hell's Kitchen"],
  ['10105', 'Midtown'],
  ['10113', 'Chelsea'],
  ['10116', 'Chelsea'],
  ['10123', 'Garment District'],
  ['10157', 'Murray Hill'],
  ['10159', 'Gramercy Park'],
  ['10163', 'Midtown'],
  ['10178', 'Midtown'],
  ['10270', 'Financial District'],
  ['10276', 'East Village'],
  ['10278', 'Tribeca'],
  ['10285', 'Battery Park City'],
  ['10313', 'New Springville'],
  ['10499', 'Concourse'],
  ['11120', 'Long Island City'],
  ['11202', 'Downtown Brooklyn'],
  ['11245', 'Downtown Brooklyn'],
  ['11256', 'Downtown Brooklyn'],
  ['11351', 'College Point'],
  ['11352', 'Flushing'],
  ['11386', 'Ridgewood'],
  ['11424', 'Kew Gardens'],
  ['11425', 'St. Albans'],
  ['11431', 'Jamaica'],
  ['11439', 'Fresh Meadows'],
  ['11690', 'Far Rockaway'],
  ['11695', 'Breezy Point'],
])('%p, a building, a company or a post office, is %p', (zipCode, name) => {
  expect(neighborhoodOf(zipCode)).toBe(name)
})

test.each([
  ['Battery Park City', '10280', '10281', '10282'],
  ['Downtown Brooklyn', '11240', '11243', '11245'],
  ['Midtown', '10163', '10170', '10179'],
])('%p has the first, a middle and the last code of a range: %p, %p, %p', (name, first, middle, last) => {
  expect([first, middle, last].map((code) => neighborhoodOf(code))).toEqual([name, name, name])
})

test('no code is named twice: each is of the neighborhood whose list names it', async () => {
  const source = await Bun.file(new URL('./places.ts', import.meta.url)).text()
  const lists = [...source.matchAll(/^ {4}(['"]?)(.+)\1: \[\s*'([\d -]+)'/gm)]
  expect(lists.map(([, , name = '']) => name)).toEqual([...PLACE_NAMES])
  const named = lists.flatMap(([, , name, codes = '']) => codes.split(' ').map((range) => [range, name] as const))
  const spans = named.map(([range, name]) => ({ ends: range.split('-'), name }))
  expect(spans.filter(({ ends, name }) => ends.some((code) => neighborhoodOf(code) !== name))).toEqual([])
  const apart = spans.toSorted((one, other) => Number(one.ends[0]) - Number(other.ends[0]))
  expect(apart.filter(({ ends }, nth) => Number(ends[0]) <= Number(apart[nth - 1]?.ends.at(-1) ?? 0))).toEqual([])
})

test.each(['11001', '11040', '11096', '11099', '11580', '10200', '10127', '11353'])(
  '%p is outside of the city, or no code',
  (zipCode) => {
    expect(neighborhoodOf(zipCode)).toBeNull()
  },
)

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
