import { expect, test } from 'bun:test'
import { ApiError, Unreachable } from '../sync/client'
import { payoutStatus, returnNotice, setupFailure, troubleWords } from './payout-words'

const refusal = (status: number, code: string, message: string) => new ApiError(status, { code, message }, '')

test.each([
  [{ hasCompletedOnboarding: false, hasStarted: false }, 'not-started'],
  [{ hasCompletedOnboarding: false, hasStarted: true }, 'incomplete'],
  [{ hasCompletedOnboarding: true, hasStarted: true }, 'ready'],
] as const)('%p is %p', (answer, status) => expect(payoutStatus(answer)).toBe(status))

test('a return without having finished says what is missing', () => {
  expect(returnNotice('incomplete')).toMatchObject({
    title: 'Payment Setup Incomplete',
    description: 'Please complete the Stripe account setup to receive rental payments',
  })
  expect(returnNotice('ready').variant).toBeUndefined()
})

test.each([
  [
    'an ended session',
    refusal(401, 'unauthenticated', 'x'),
    'Please log in',
    'You need to be logged in to setup payment.',
  ],
  [
    'a refusal',
    refusal(503, 'payment_provider_unavailable', 'The provider is away.'),
    'Failed to setup payment account',
    'The provider is away.',
  ],
  [
    'no connection',
    new Unreachable(),
    'Failed to setup payment account',
    'There is no connection right now. Nothing you typed was lost.',
  ],
  [
    'anything else',
    new Error('odd'),
    'Failed to setup payment account',
    'Failed to setup Stripe account. Please try again.',
  ],
])('%s is told in its own words', (_, error, title, description) => {
  expect(setupFailure(error)).toEqual({ variant: 'destructive', title, description })
})

test('what is wrong with a payout account says what happened, that nothing is lost, and what to do', () => {
  expect(troubleWords(undefined)).toEqual([])
  const failedPayout = { amount: 3750, at: new Date(2026, 10, 27, 9).toISOString(), code: 'account_closed' }
  expect(troubleWords({ isRestricted: false, failedPayout })).toEqual([
    'Your bank sent back the payout of $37.50 from Friday, Nov 27. It says that the account is closed. The money is on your payout account again. Please check the bank details there.',
  ])
  const [paused, sentBack] = troubleWords({ isRestricted: true, failedPayout: { ...failedPayout, code: 'declined' } })
  expect(paused).toContain('Please answer what it asks for.')
  expect(sentBack).not.toContain('It says')
})
