import { isDay } from '#schema/date-range'
import { failed, isSignedOut, LOG_IN, type PaymentFailure } from '../../money/payment-failure'
import { ApiError, messageOf } from '../../sync/client'
import type { OfferProblems } from './offer-rules'
import { PaymentsUnavailable } from './submit-offer'

/** The consequence of a failed press of Submit Offer. */
export interface OfferFailure extends PaymentFailure {
  /** Back to the first step: `clashing` are days that the server named, `refused` its words for beside the fields. */
  backToDates?: { clashing: string[]; refused: OfferProblems }
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

function namedDays(days = ''): string[] {
  return days.split(',').filter(isDay)
}
