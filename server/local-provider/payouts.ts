import { moveMoney, readFunds } from './balance'
import { newId } from './ids'
import { datedPaging, listPage } from './lists'
import { changeMetadata, metadata } from './metadata'
import type { Payout } from './objects/payout-object'
import { clearable, integer, oneOf, text } from './parameters'
import { checkCurrency } from './payment-start'
import { malformed, refused } from './provider-error'
import type { Route } from './route'
import { route } from './route'
import { wire } from './wire'
import type { Work } from './work'

const BANK_SECONDS = 2 * 86_400

function newPayout(amount: number, currency: string, created: number): Payout {
  return {
    id: newId('po_'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: created + BANK_SECONDS,
    automatic: false,
    balance_transaction: null,
    created,
    currency,
    description: null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
  }
}

/** The bank has the money. */
export function settlePayout(work: Work, payout: Payout): void {
  payout.status = 'paid'
  work.emit('payout.paid', payout)
}

/** The bank does not take the money, or sends it back: it is on the balance again. */
export function failPayout(work: Work, payout: Payout): void {
  const money = { type: 'payout_failure', amount: payout.amount, currency: 'usd', source: payout.id } as const
  const { id } = moveMoney(work, { ...money, availableOn: work.now })
  Object.assign(payout, {
    status: 'failed',
    failure_balance_transaction: id,
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  })
  work.emit('payout.failed', payout)
}

export const payoutRoutes: Route[] = [
  route(
    'POST',
    '/v1/payouts',
    { amount: integer, currency: text(3), description: clearable(), metadata, statement_descriptor: clearable(22) },
    async ({ work, params }) => {
      const { amount, description = null, statement_descriptor = null } = params
      if (amount < 1) {
        throw malformed('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
      }
      const funds = await readFunds(work, work.account)
      if (amount > funds.available) {
        throw refused('You have insufficient funds in your Stripe account for this transfer.', {
          code: 'balance_insufficient',
        })
      }
      const payout = work.add(newPayout(amount, checkCurrency(params.currency), work.now))
      const departure = { type: 'payout', amount: -amount, currency: 'usd', source: payout.id } as const
      const { id: balance_transaction } = moveMoney(work, { ...departure, availableOn: work.now })
      const changed = changeMetadata({}, params.metadata)
      Object.assign(payout, { balance_transaction, description, statement_descriptor, metadata: changed })
      work.emit('payout.created', payout)
      return wire(payout)
    },
    { required: ['amount', 'currency'] },
  ),
  route(
    'GET',
    '/v1/payouts',
    { ...datedPaging, status: oneOf(['pending', 'paid', 'failed', 'canceled']) },
    ({ work, params: { status, ...params } }) => listPage(work, 'payout', '/v1/payouts', params, { status }),
  ),
]
