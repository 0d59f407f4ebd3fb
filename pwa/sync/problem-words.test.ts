import { expect, test } from 'bun:test'
import { errorCatalogue } from '#schema/errors'
import { ApiError, isOutcomeUnknown, messageOf, Unreachable } from './client'
import type { NoAnswer } from './http'

const refusal = (code: keyof typeof errorCatalogue) => {
  const { status, message } = errorCatalogue[code]
  return new ApiError(status, { code, message }, '')
}

test.each([
  ['no network', new Unreachable('offline'), 'There is no connection right now. Nothing you typed was lost.', false],
  [
    'refused or broken off',
    new Unreachable('broken'),
    'The server could not be reached. Nothing you typed was lost.',
    true,
  ],
  [
    'no answer in time',
    new Unreachable('timeout'),
    'The server did not answer in time. Nothing you typed was lost.',
    true,
  ],
  [
    'a network’s sign-in page',
    new Unreachable('portal'),
    'This network wants you to sign in to it first. Open its page in your browser, then try again. Nothing you typed was lost.',
    true,
  ],
  [
    'a gateway without its server',
    new Unreachable('unavailable'),
    'The server is not available right now. Please try again in a moment. Nothing you typed was lost.',
    true,
  ],
  ['a fault of the server', refusal('internal'), 'Something went wrong on our side. Nothing you typed was lost.', true],
  [
    'a session that ended',
    refusal('unauthenticated'),
    'Your session has ended. Please sign in again. Nothing you typed was lost.',
    false,
  ],
  ['a limit', refusal('too_many_attempts'), 'Too many attempts. Please wait a few minutes and try again.', false],
  [
    'a provider that was not reached',
    refusal('payment_provider_unavailable'),
    'The payment provider cannot be reached right now. Nothing was charged.',
    false,
  ],
  ['a fault of this page', new TypeError('x is undefined'), 'Please try again.', false],
] as const)('%s', (_, error, words, isUnknown) => {
  expect([messageOf(error, 'Please try again.'), isOutcomeUnknown(error)]).toEqual([words, isUnknown])
})

test('an answer of which nothing is known is no connection', () => {
  const why: NoAnswer = new Unreachable().why
  expect(why).toBe('offline')
})
