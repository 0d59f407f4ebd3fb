import { CONSENT_VERSION } from '#schema/consent'
import type { endpoints, Output } from '#schema/endpoints'
import { bookingTotal } from '#schema/money'
import { isAsShown, termsHash } from '#schema/shown'
import { confirmPayment, loadConfirmer } from '../../money/confirm-payment'
import type { AskBank } from '../../money/payment-confirmer'
import { type Seen, seenPrices } from '../../money/seen'
import { ApiError, call } from '../../sync/client'
import type { SyncEngine } from '../../sync/engine'
import { attemptState, findAttempt } from './offer-attempt'
import { isSameOffer, type OfferAttempt, type OfferTerms } from './offer-drafts'

/**
 * How a press of Submit Offer ended. `sent`: the hold is in place. `sent-before`: an earlier try with other dates turned out
 * to have been sent, and no second offer was made. `refused`: the provider's words about the card. `over`: the offer
 * ended before its hold was confirmed; the next press makes another one. `unknown`: nobody could say; the next press goes
 * on with this same offer.
 */
export type OfferEnd =
  | { kind: 'sent' }
  | { kind: 'sent-before'; terms: OfferTerms }
  | { kind: 'refused'; message: string }
  | { kind: 'over' }
  | { kind: 'unknown' }

export interface OfferPress {
  engine: SyncEngine
  userId: number
  listingId: number
  terms: OfferTerms
  /** The price and conditions that its person was shown: others are refused. */
  seen: Seen
  paymentMethodId: string
  /** The try before this one, if any. */
  attempt: OfferAttempt | null
  /** Keeps the attempt that the offer goes out under, and answers it; `over` is one that has come to its end. */
  claim: (terms: OfferTerms, over: string | null) => Promise<OfferAttempt>
  returnUrl: string
  askBank: AskBank
}

/**
 * Makes an offer and places its hold, or goes on with the one that an earlier press began: however often it is pressed,
 * and whatever answer got lost, one offer comes of it.
 * @throws PaymentsUnavailable, ApiError with the server's refusal, Unreachable
 */
export async function submitOffer(press: OfferPress): Promise<OfferEnd> {
  const confirmer = await loadConfirmer()
  const opened = await openOffer(press)
  if ('kind' in opened) {
    press.engine.wake()
    return opened
  }
  const confirmation = await confirmPayment(confirmer, { ...press, ...opened }, press.askBank)
  if (confirmation.kind === 'failed') return { kind: 'refused', message: confirmation.message }
  const held = confirmation.kind === 'held' || confirmation.kind === 'paid'
  // Also after a lost answer: the server asks the provider, and only then is anything certain.
  const booking = await findAttempt(press.userId, opened.clientId).catch(() => undefined)
  const state = attemptState(booking)
  const isKnown = state === 'sent' || state === 'over'
  if (!held && !isKnown) return { kind: 'unknown' }
  press.engine.wake()
  return { kind: isKnown ? state : 'sent' }
}

type Opened = { clientId: string; clientSecret: string }

async function openOffer(press: OfferPress): Promise<Opened | OfferEnd> {
  const { attempt, terms } = press
  if (!attempt) return createOffer(press, null)
  const booking = await findAttempt(press.userId, attempt.clientId)
  const state = attemptState(booking)
  const isSame = isSameOffer(attempt.terms, terms)
  if (state === 'sent') return isSame ? { kind: 'sent' } : { kind: 'sent-before', terms: attempt.terms }
  // A hold of another price, or under other conditions, is not what its person agrees to now.
  if (state === 'open' && booking && isSame && isAsShown(shownIn(press), booking)) {
    return opened(attempt.clientId, await call('bookingPayment', { params: { id: booking.id } }))
  }
  if (state === 'open' && booking) await giveUp(booking.id)
  return createOffer(press, state === 'missing' && isSame ? null : attempt.clientId)
}

function shownIn({ terms, seen }: OfferPress) {
  const prices = seenPrices(seen, Boolean(terms.deliverTo))
  return { expectedTotal: bookingTotal(terms.range, terms.quantity, prices), expectedTerms: termsHash(seen) }
}

async function createOffer(press: OfferPress, over: string | null): Promise<Opened> {
  const { listingId, terms, paymentMethodId } = press
  // Kept before it is sent: should the answer never arrive, the next press asks under the same id.
  const { clientId } = await press.claim(terms, over)
  const created = await call('createBooking', {
    body: {
      listingId,
      ...terms.range,
      quantity: terms.quantity,
      note: terms.note.trim() || null,
      ...(terms.deliverTo && { deliverTo: terms.deliverTo }),
      paymentMethodId,
      ...shownIn(press),
      consentVersion: CONSENT_VERSION,
      clientId,
    },
  })
  return opened(clientId, created)
}

function opened(clientId: string, { clientSecret }: Output<typeof endpoints.createBooking>): Opened {
  return { clientId, clientSecret }
}

/** An offer that nobody has seen gives way to the one that its person wants now. */
async function giveUp(bookingId: number): Promise<void> {
  try {
    await call('cancelBooking', { params: { id: bookingId }, body: {} })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_cancellable') throw error
  }
}
