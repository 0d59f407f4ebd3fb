import { expect, test } from 'bun:test'
import { lockedWords, mustSignInAgain, sealedWords, signInWords, unsentWords } from './session-words'

test('the banner counts what waits', () => {
  expect(signInWords(0)).toBe('Your session has ended. Sign in again to stay up to date')
  expect(signInWords(1)).toBe('Sign in to send 1 item')
  expect(signInWords(3)).toBe('Sign in to send 3 items')
})

test('a sign-out names what it would leave behind', () => {
  expect(unsentWords({ writes: 0, drafts: 0 })).toBe('')
  expect(unsentWords({ writes: 1, drafts: 0 })).toBe('1 change has not been sent yet.')
  expect(unsentWords({ writes: 0, drafts: 1 })).toBe('1 draft is unfinished.')
  expect(unsentWords({ writes: 3, drafts: 2 })).toBe('3 changes have not been sent yet, 2 drafts are unfinished.')
})

test('a locked device says whose it is and what waits', () => {
  const locked = { username: 'planner', writes: 0, drafts: 0 }
  expect(lockedWords(locked)).toBe('Sign in again as planner to see your things here.')
  expect(lockedWords({ ...locked, writes: 3 })).toBe(
    'Sign in again as planner to see your things here. 3 changes have not been sent yet. All of it is encrypted on this device until then, for up to 60 days.',
  )
  expect(lockedWords({ ...locked, drafts: 1 }, 'refused')).toBe(
    'Sign in again as planner to see your things here. 1 draft is unfinished. All of it is in this page alone until then, and gone when you close it.',
  )
  expect(sealedWords({ ...locked, writes: 3, drafts: 2 })).toBe('5 things of planner wait here')
  expect(sealedWords({ ...locked, drafts: 1 })).toBe('1 thing of planner waits here')
})

test('only a missing session asks for a sign-in', () => {
  expect(mustSignInAgain('unauthenticated')).toBe(true)
  expect(mustSignInAgain('wrong_user')).toBe(true)
  expect(mustSignInAgain('client_too_old')).toBe(false)
  expect(mustSignInAgain(null)).toBe(false)
  expect(mustSignInAgain(undefined)).toBe(false)
})
