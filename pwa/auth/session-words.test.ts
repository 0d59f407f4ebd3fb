import { expect, test } from 'bun:test'
import { mustSignInAgain, signInWords } from './session-words'

test('the banner counts what waits', () => {
  expect(signInWords(0)).toBe('Your session has ended. Sign in again to stay up to date')
  expect(signInWords(1)).toBe('Sign in to send 1 item')
  expect(signInWords(3)).toBe('Sign in to send 3 items')
})

test('only a missing session asks for a sign-in', () => {
  expect(mustSignInAgain('unauthenticated')).toBe(true)
  expect(mustSignInAgain('wrong_user')).toBe(true)
  expect(mustSignInAgain('client_too_old')).toBe(false)
  expect(mustSignInAgain(null)).toBe(false)
  expect(mustSignInAgain(undefined)).toBe(false)
})
