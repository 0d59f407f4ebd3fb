import { expect, test } from 'bun:test'
import { guessPassword } from './guess-password'

test.each([
  ['123456', [], 0],
  ['PassWord1', [], 1],
  ['quillon84', ['quillon84'], 0],
  ['correct horse battery staple lantern', [], 4],
] as [string, string[], number][])('%s beside %j scores %d', (password, personal, score) => {
  expect(guessPassword(password, personal)).toBe(score)
})

test('a name of one’s own makes a password easier to guess', () => {
  expect(guessPassword('quillon84', [])).toBeGreaterThan(guessPassword('quillon84', ['quillon']))
})
