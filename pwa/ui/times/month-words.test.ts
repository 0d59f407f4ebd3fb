import { afterEach, expect, test } from 'bun:test'
import { monthWords } from './month-words'

const OWN = process.env.TZ ?? 'UTC'
afterEach(() => {
  process.env.TZ = OWN
})

test.each(['America/New_York', 'UTC', 'Pacific/Auckland'])(
  'a device in %s says the month that the server says',
  (zone) => {
    process.env.TZ = zone
    expect(monthWords('2025-11-01T01:00:00.000Z')).toBe('November 2025')
    expect(monthWords('2025-11-30T23:00:00.000Z')).toBe('November 2025')
  },
)
