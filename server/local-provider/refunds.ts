import { moveMoney } from './balance'
import { endInquiry } from './disputes'
import { newId } from './ids'
import { datedPaging, listPage } from './lists'
import type { MetadataChange } from './metadata'
import { changeMetadata, metadata } from './metadata'
import type { Charge } from './objects/charge-object'
import type { Refund } from './objects/refund-object'
import { integer, oneOf, text } from './parameters'
import { behaviourOf } from './payment-methods'
import { dollars, malformed, refused } from './provider-error'
import type { Route } from './route'
import { route } from './route'
import type { TestCard } from './test-cards'
import { wire } from './wire'
import type { Work } from './work'

/** How long the test cards with a late answer keep one waiting. */
const LATE_REFUND_SECONDS = 86_400
const MAX_DISPUTES = 10

interface RefundParams {
  amount?: number
  charge?: string
  metadata?: MetadataChange
  payment_intent?: string
  reason?: string
}

async function findCharge(work: Work, params: RefundParams): Promise<Charge> {
  if (params.charge) return work.require('charge', params.charge, 'charge')
  if (!params.payment_intent) {
    const message = 'One of the following params should be provided for this request: payment_intent or charge.'
    throw malformed(message, { code: 'parameter_missing' })
  }
  const intent = await work.require('payment_intent', params.payment_intent, 'payment_intent')
  const charge = intent.latest_charge ? await work.find('charge', intent.latest_charge) : undefined
  if (!charge?.captured) {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`
    throw refused(message, { code: 'payment_intent_unexpected_state', param: 'payment_intent' })
  }
  return charge
}

function refundable(charge: Charge, wanted: number | undefined): number {
  if (!charge.captured) throw refused(`Charge ${charge.id} has not been captured and cannot be refunded.`)
  const left = charge.amount_captured - charge.amount_refunded
  if (left === 0 && charge.refunded && wanted === undefined) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw refused(message, { code: 'charge_already_refunded' })
  }
  const amount = wanted ?? left
  if (amount < 1) throw malformed('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  if (amount > left) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`
    throw refused(message, { param: 'amount' })
  }
  return amount
}

const listDisputes = (work: Work, { disputed, id }: Charge) =>
  disputed ? work.list('dispute', { where: { charge: id }, limit: MAX_DISPUTES }) : Promise.resolve([])

/** Money that its bank has taken back, or may take back, cannot be refunded as well; a dispute that was won is over. */
async function checkUndisputed(work: Work, charge: Charge): Promise<void> {
  const disputes = await listDisputes(work, charge)
  if (disputes.every(({ status, is_charge_refundable }) => status === 'won' || is_charge_refundable)) return
  const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
  throw refused(message, { code: 'charge_disputed' })
}

function newRefund(charge: Charge, amount: number, params: RefundParams, card: TestCard, created: number): Refund {
  const late = card.later === 'refund_fails' || card.later === 'refund_pends'
  return {
    id: newId('re_'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: changeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: card.later === 'refund_pends' ? 'pending' : 'succeeded',
    transfer_reversal: null,
    provider_state: {
      settles_at: late ? created + LATE_REFUND_SECONDS : null,
      ends: card.later === 'refund_fails' ? 'failed' : 'succeeded',
    },
  }
}

async function createRefund(work: Work, params: RefundParams): Promise<Refund> {
  const charge = await findCharge(work, params)
  const amount = refundable(charge, params.amount)
  await checkUndisputed(work, charge)
  const method = await work.require('payment_method', charge.payment_method ?? '', 'payment_method')
  const refund = work.add(newRefund(charge, amount, params, behaviourOf(method), work.now))
  refund.balance_transaction = move(work, refund, 'refund').id
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount_captured
  if (charge.refunded) for (const dispute of await listDisputes(work, charge)) endInquiry(work, dispute)
  work.emit('charge.refunded', charge)
  work.emit('refund.created', refund)
  work.emit('refund.updated', refund)
  return refund
}

function move(work: Work, refund: Refund, type: 'refund' | 'refund_failure') {
  const amount = type === 'refund' ? -refund.amount : refund.amount
  const { currency, id: source } = refund
  const description = type === 'refund' ? 'REFUND FOR CHARGE' : 'REFUND FAILURE'
  return moveMoney(work, { type, amount, currency, source, availableOn: work.now, description })
}

/** The late answer of the bank: the refund arrived, or the money comes back to the platform. */
export async function settleRefund(work: Work, refund: Refund): Promise<void> {
  refund.provider_state.settles_at = null
  refund.status = refund.provider_state.ends
  const charge = await work.find('charge', refund.charge)
  if (refund.status === 'failed') {
    refund.failure_balance_transaction = move(work, refund, 'refund_failure').id
    refund.failure_reason = 'expired_or_canceled_card'
    if (charge) charge.amount_refunded -= refund.amount
    if (charge) charge.refunded = false
    work.emit('refund.failed', refund)
  }
  if (charge) work.emit('charge.refund.updated', refund)
  work.emit('refund.updated', refund)
}

export const refundRoutes: Route[] = [
  route(
    'POST',
    '/v1/refunds',
    {
      amount: integer,
      charge: text(),
      metadata,
      payment_intent: text(),
      reason: oneOf(['duplicate', 'fraudulent', 'requested_by_customer']),
    },
    async ({ work, params }) => wire(await createRefund(work, params)),
  ),
  route(
    'GET',
    '/v1/refunds',
    { ...datedPaging, charge: text(), payment_intent: text() },
    ({ work, params: { charge, payment_intent, ...params } }) =>
      listPage(work, 'refund', '/v1/refunds', params, { charge, payment_intent }),
  ),
  route('GET', '/v1/refunds/:id', {}, async ({ work, id }) => wire(await work.require('refund', id))),
]
