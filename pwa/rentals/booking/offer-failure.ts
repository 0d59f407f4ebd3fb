import { type DateRange, formatWeekday, isDay } from '#schema/date-range'
import { failed, isSignedOut, LOG_IN, type PaymentFailure, PaymentsUnavailable } from '../../money/payment-failure'
import { ApiError, messageOf } from '../../sync/client'
import type { DeliveryProblems, OfferProblems } from './offer-rules'

/** The consequence of a failed press of Submit Offer. */
export interface OfferFailure extends PaymentFailure {
  /** Back to the first step: `clashing` are days that the server named, `refused` its words for beside the fields. */
  backToDates?: { clashing: string[]; refused: OfferProblems }
}

const DATE_CODES = new Set(['dates_taken', 'dates_blocked', 'delivery_unavailable'])

/** From whatever Submit Offer threw to words and consequences. `range` is what was asked for. */
export function offerFailure(error: unknown, range?: DateRange): OfferFailure {
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
  const refused = { ...refusedFields(error, clashing.length > 0), ...readyDaysTaken(clashing, range) }
  const isOfFirstStep = DATE_CODES.has(error.code) || Object.keys(refused).length > 0
  return isOfFirstStep ? { ...notice, backToDates: { clashing, refused } } : notice
}

/** Named days are marked in the calendar, which says it better. */
function refusedFields({ fields }: ApiError, hasNamedDays: boolean): OfferProblems {
  const { startDate, endDate, quantity, note } = fields
  const dates = hasNamedDays ? undefined : (startDate ?? endDate)
  const delivery = deliveryProblems(fields)
  return {
    ...(dates && { dates }),
    ...(quantity && { quantity }),
    ...(note && { note }),
    ...(delivery && { delivery }),
  }
}

/** Days after the range are no days of the calendar's choice: the owner needs them to get the thing ready. */
function readyDaysTaken(clashing: readonly string[], range: DateRange | undefined): OfferProblems {
  const [first] = clashing.toSorted()
  if (!range || !first || first <= range.endDate) return {}
  const taken = formatWeekday(first)
  return { dates: `Its owner needs days after your rental to prepare it, and ${taken} is taken. Please end earlier.` }
}

function deliveryProblems(fields: Record<string, string>): DeliveryProblems | undefined {
  const named = Object.entries(fields).flatMap(([name, words]) => {
    if (name === 'deliverTo') return [['choice', words]]
    return name.startsWith('deliverTo.') ? [[name.slice('deliverTo.'.length), words]] : []
  })
  return named.length > 0 ? Object.fromEntries(named) : undefined
}

/** 'Taken: Sat, Nov 28; Sun, Nov 29', from the days that the server named, comma separated; empty when it named none. */
export function takenWords(days: string | undefined): string {
  const named = namedDays(days)
  return named.length > 0 ? `Taken: ${named.map(formatWeekday).join('; ')}` : ''
}

function namedDays(days = ''): string[] {
  return days.split(',').filter(isDay)
}
