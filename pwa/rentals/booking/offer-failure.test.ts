import { describe, expect, test } from 'bun:test'
import { errorCatalogue } from '#schema/errors'
import { cardFailure, PaymentsUnavailable } from '../../money/payment-failure'
import { ApiError, Unreachable } from '../../sync/client'
import { offerFailure, takenWords } from './offer-failure'

const refusal = (code: keyof typeof errorCatalogue, fields?: Record<string, string>) => {
  const { status, message } = errorCatalogue[code]
  return new ApiError(status, { code, message, ...(fields ? { fields } : {}) }, '')
}

describe('the words of Submit Offer when it fails', () => {
  test('the server names taken days: back to the calendar with them', () => {
    const failure = offerFailure(refusal('dates_taken', { startDate: 'x', days: '2026-11-28,2026-11-29' }))
    expect(failure.backToDates).toEqual({ clashing: ['2026-11-28', '2026-11-29'], refused: {} })
    expect(failure.notice).toMatchObject({
      title: 'Failed to create booking',
      description: 'Those dates have just been taken.',
    })
  })

  test('only days after the range are taken, which its owner needs: that stands beside the dates', () => {
    const range = { startDate: '2026-11-26', endDate: '2026-11-27' }
    const failure = offerFailure(refusal('dates_taken', { days: '2026-11-29,2026-11-28' }), range)
    const dates = 'Its owner needs days after your rental to prepare it, and Sat, Nov 28 is taken. Please end earlier.'
    expect(failure.backToDates?.refused).toEqual({ dates })
    expect(offerFailure(refusal('dates_taken', { days: '2026-11-27' }), range).backToDates?.refused).toEqual({})
  })

  test.each([
    ['no days named', 'dates_taken', undefined],
    ['days that make no sense', 'dates_taken', { days: 'soon,,2026-13-01' }],
    ['the owner has blocked them', 'dates_blocked', undefined],
  ] as const)('back to the calendar: %s', (_, code, fields) => {
    expect(offerFailure(refusal(code, fields)).backToDates).toEqual({ clashing: [], refused: {} })
  })

  test.each([
    [{ endDate: 'Cannot book more than 3 months in advance' }, { dates: 'Cannot book more than 3 months in advance' }],
    [
      { startDate: 'Start date must be in the future', endDate: 'End date must be in the future' },
      { dates: 'Start date must be in the future' },
    ],
    [
      { quantity: 'There are only 4', note: 'Too long' },
      { quantity: 'There are only 4', note: 'Too long' },
    ],
  ])('the words %j go beside their fields', (fields, refused) => {
    expect(offerFailure(refusal('validation', fields)).backToDates).toEqual({ clashing: [], refused })
  })

  test.each(['own_listing', 'payment_method_not_found', 'payment_provider_unavailable', 'internal'] as const)(
    '%s stays at the payment step with the words of the server',
    (code) => {
      const failure = offerFailure(refusal(code))
      expect(failure.backToDates).toBeUndefined()
      expect(failure.signIn).toBeUndefined()
      expect(failure.notice).toEqual({
        variant: 'destructive',
        title: 'Failed to create booking',
        description: errorCatalogue[code].message,
      })
    },
  )

  test('no connection, and a fault of our own', () => {
    expect(offerFailure(new Unreachable()).notice.description).toContain('There is no connection right now.')
    expect(offerFailure(new TypeError('x is undefined')).notice.description).not.toContain('undefined')
  })

  test('payments that cannot even be started', () => {
    expect(offerFailure(new PaymentsUnavailable(new Unreachable())).notice).toMatchObject({
      title: 'Failed to initialize Stripe',
      description: 'There is no connection right now. Nothing you typed was lost.',
    })
  })
})

test('a session that has ended is the same for both presses', () => {
  const expected = {
    signIn: true,
    notice: { title: 'Please log in', description: 'You need to be logged in to setup payment.' },
  }
  expect(offerFailure(refusal('unauthenticated'))).toMatchObject(expected)
  expect(cardFailure(refusal('unauthenticated'))).toMatchObject(expected)
})

test('a card that cannot be added', () => {
  expect(cardFailure(refusal('payment_provider_unavailable'))).toEqual({
    notice: {
      variant: 'destructive',
      title: 'Failed to setup payment method',
      description: 'The payment provider cannot be reached right now. Nothing was charged.',
    },
  })
})

test('the clashing days are named with their weekdays', () => {
  expect(takenWords('2026-11-28,2026-11-29')).toBe('Taken: Sat, Nov 28; Sun, Nov 29')
  expect(takenWords('')).toBe('')
  expect(takenWords('soon')).toBe('')
  expect(takenWords(undefined)).toBe('')
})
