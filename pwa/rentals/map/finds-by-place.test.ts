import { expect, test } from 'bun:test'
import { middleOf, neighborhoodOf } from '#schema/places'
import { findsByPlace, placeFindsWords } from './finds-by-place'

const at = (...neighborhoods: (string | null)[]) => neighborhoods.map((neighborhood, id) => ({ id, neighborhood }))
const counts = (...neighborhoods: (string | null)[]) =>
  findsByPlace(at(...neighborhoods)).map(({ name, finds }) => [name, finds.length])

test('places with most finds come first, and equal ones in the order of the alphabet', () => {
  expect(counts('Harlem', 'Park Slope', 'Astoria', 'Park Slope')).toEqual([
    ['Park Slope', 2],
    ['Astoria', 1],
    ['Harlem', 1],
  ])
})

test('finds without a neighborhood, or with one of another market, have no place on the map', () => {
  expect(counts(null, 'Le Marais', 'Brooklyn', 'Harlem')).toEqual([['Harlem', 1]])
  expect(counts()).toEqual([])
})

test('things of two houses in one neighborhood stand at the same spot, its middle', () => {
  const [near, far] = ['11216', '11233'].map(neighborhoodOf)
  const places = findsByPlace(at(near ?? null, far ?? null))
  expect(places).toHaveLength(1)
  expect(places[0]?.middle).toEqual(middleOf('Bedford-Stuyvesant') ?? undefined)
})

test('a place is named with its number of items', () => {
  const words = (count: number) =>
    placeFindsWords({ name: 'Harlem', middle: { latitude: 0, longitude: 0 }, finds: Array(count) })
  expect([1, 4, 1240].map(words)).toEqual(['Harlem, 1 item', 'Harlem, 4 items', 'Harlem, 1,240 items'])
})
