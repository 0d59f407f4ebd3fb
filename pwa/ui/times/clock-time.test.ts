import { expect, test } from 'bun:test'
import { clockTime } from './clock-time'

const NOW = new Date(2026, 10, 21, 15, 0)
const at = (day: number, hours: number, minutes: number) => new Date(2026, 10, day, hours, minutes).toISOString()

test('today has a time alone, other days their name', () => {
  expect(clockTime(at(21, 14, 5), NOW)).toBe('2:05 PM')
  expect(clockTime(at(21, 0, 5), NOW)).toBe('12:05 AM')
  expect(clockTime(at(20, 9, 5), NOW)).toBe('Fri, Nov 20, 9:05 AM')
})
