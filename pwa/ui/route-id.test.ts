import { expect, test } from 'bun:test'
import { routeId } from './route-id'

test('route ids are whole numbers from one on', () => {
  expect(['7', '120'].map(routeId)).toEqual([7, 120])
  expect(['', '0', '-1', '1.5', '1e3', '07', 'rosa', '9007199254740993'].map(routeId)).toEqual(Array(8).fill(null))
})
