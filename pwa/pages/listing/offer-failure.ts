import { isDay } from '#schema/date-range'
import { PaymentsUnavailable } from '../../actions/submit-offer'
import { ApiError, messageOf } from '../../api/client'
import type { Notice } from '../../notifications/toasts'

/** What a failed press leads to. */
export interface OfferFailure {
  notice: Notice
  /** The dates are to be chosen anew; `clashing` are the days that the server named. */
  backToDates?: { clashing: string[] }
  /** The session has ended. */
  signIn?: true
}

const LOG_IN: OfferFailure = {
  signIn: true,
  notice: {
    variant: 'destructive',
    title: 'Please log in',
    description: 'You need to be logged in to setup payment.',
  },
}

const DATE_CODES = new Set(['dates_taken', 'dates_blocked'])

/** From whatever Submit Offer threw to words and consequences. */
export function offerFailure(error: unknown): OfferFailure {
  if (isSignedOut(error)) return LOG_IN
  if (error instanceof PaymentsUnavailable)
    return failed(
      'Failed to initialize Stripe',
      messageOf(error.cause, 'Nothing was sent and nothing was held. Please try again.'),
    )
  const notice = failed(
    'Failed to create booking',
    messageOf(error, 'Something went wrong. Nothing you typed was lost.'),
  )
  if (!(error instanceof ApiError)) return notice
  const isAboutDates = DATE_CODES.has(error.code) || 'startDate' in error.fields || 'endDate' in error.fields
  return isAboutDates ? { ...notice, backToDates: { clashing: namedDays(error.fields.days) } } : notice
}

/** The same for a press of Add Payment Method. */
export function cardFailure(error: unknown): OfferFailure {
  if (isSignedOut(error)) return LOG_IN
  return failed('Failed to setup payment method', messageOf(error, 'Nothing you typed was lost. Please try again.'))
}

function failed(title: string, description: string): OfferFailure {
  return { notice: { variant: 'destructive', title, description } }
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

function namedDays(days = ''): string[] {
  return days.split(',').filter(isDay)
}
