import { isDay } from '#schema/date-range'
import { PaymentsUnavailable } from '../../actions/submit-offer'
import { ApiError, messageOf } from '../../api/client'
import type { Notice } from '../../notifications/toasts'
import type { OfferProblems } from './offer-rules'

/** What a failed press leads to. */
export interface OfferFailure {
  notice: Notice
  /** Back to the first step: `clashing` are days that the server named, `refused` its words for beside the fields. */
  backToDates?: { clashing: string[]; refused: OfferProblems }
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
  const clashing = namedDays(error.fields.days)
  const refused = refusedFields(error, clashing.length > 0)
  const isOfFirstStep = DATE_CODES.has(error.code) || Object.keys(refused).length > 0
  return isOfFirstStep ? { ...notice, backToDates: { clashing, refused } } : notice
}

/** Named days are marked in the calendar, which says it better. */
function refusedFields({ fields }: ApiError, hasNamedDays: boolean): OfferProblems {
  const { startDate, endDate, quantity, note } = fields
  const dates = hasNamedDays ? undefined : (startDate ?? endDate)
  return { ...(dates && { dates }), ...(quantity && { quantity }), ...(note && { note }) }
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
