import { expect, test } from 'bun:test'
import { pauseBeforePull } from './live'

test.each([
  ['news for everybody, spread over the time that the server names', { 'pub:l': 12, spread: 8_000 }, 4_000],
  ['one’s own news, whatever else has moved', { 'u:7': 12, 'pub:l': 11, spread: 8_000 }, 0],
  ['a server of an earlier build', { 'pub:l': 12 }, 0],
  ['nothing in particular', {}, 0],
])('the pause before a pull: %s', (_, poke, wait) => {
  expect(pauseBeforePull(JSON.stringify(poke), () => 0.5)).toBe(wait)
})
