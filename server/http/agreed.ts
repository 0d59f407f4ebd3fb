import { TERMS_VERSION } from '#schema/consent'
import { type Endpoint, endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { SessionUser } from './session-user'

/** How soon a device that waits for the agreement asks again. */
const RETRY_S = 60

const { createBooking, purchaseItem, reportDamage, addEstimate } = endpoints
const { push, answerBooking, changePurchaseStatus, askToCancel, putHandover, upload } = endpoints
/** Calls that begin something, though they need a connection. */
const BEGINS = new Set<Endpoint>([createBooking, purchaseItem, reportDamage, addEstimate])
/**
 * Each write that travels within `push` is asked for by itself. The others are due: an answer to an offer, the steps of an order, a
 * hand-over, and photos for either or for the answer to a claim.
 */
const FREE = new Set<Endpoint>([push, answerBooking, changePurchaseStatus, askToCancel, putHandover, upload])

/**
 * The one rule of changed terms: nothing new is written before the person has agreed. What is due already can be answered, paid and
 * cancelled, and everybody can take their things and go. @throws Refusal `terms_changed`
 */
export function assertAgreed(endpoint: Endpoint, user: SessionUser | null): void {
  if (!user || user.termsVersion === TERMS_VERSION || FREE.has(endpoint)) return
  if (endpoint.method === 'DELETE') return
  if (endpoint.offline === 'queueable' || BEGINS.has(endpoint))
    throw new Refusal('terms_changed', undefined, undefined, { retryAfterS: RETRY_S })
}
