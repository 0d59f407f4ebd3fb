import { moveMoney, readFunds } from './balance'
import { newId } from './ids'
import { datedPaging, listPage } from './lists'
import type { MetadataChange } from './metadata'
import { changeMetadata, metadata } from './metadata'
import type { Charge } from './objects/charge-object'
import { newDestinationPayment } from './objects/charge-object'
import type { Transfer } from './objects/transfer-object'
import { clearable, integer, text } from './parameters'
import { checkCurrency } from './payment-start'
import { dollars, malformed, missing, refused } from './provider-error'
import type { Route } from './route'
import { route } from './route'
import { embeddedList, wire } from './wire'
import type { Work } from './work'

const ALL = 1000
const NO_FUNDS =
  'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance'
const NOT_READY =
  'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments'

interface TransferParams {
  amount?: number
  currency: string
  description?: string | null
  destination: string
  metadata?: MetadataChange
  source_transaction?: string
  transfer_group?: string | null
}

interface Source {
  amount: number
  availableOn: number
  transferGroup: string | null
}

/** The source of the money: a captured charge, up to what it took, or the platform's available balance. */
async function findSource(work: Work, params: TransferParams): Promise<Source> {
  if (!params.source_transaction) {
    const amount = checkPositive(params.amount)
    const funds = await readFunds(work, '')
    if (amount > funds.available) throw refused(NO_FUNDS, { code: 'balance_insufficient' })
    return { amount, availableOn: work.now, transferGroup: null }
  }
  const charge = await work.require('charge', params.source_transaction, 'source_transaction')
  if (!charge.captured || !charge.balance_transaction) {
    const message = `The charge ${charge.id} has not been captured and cannot be used as a source_transaction.`
    throw refused(message, { param: 'source_transaction' })
  }
  const earlier = await work.list('transfer', { where: { source_transaction: charge.id }, limit: ALL })
  const used = earlier.reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0)
  const amount = checkPositive(params.amount ?? charge.amount_captured - used)
  if (used + amount > charge.amount_captured) {
    const already = used > 0 ? ` (There is already a transfer using this source, amounting to ${dollars(used)}.)` : ''
    const message = `Transfers using this transaction as a source must not exceed the source amount of ${dollars(charge.amount_captured)}.${already}`
    throw refused(message, { param: 'amount' })
  }
  const origin = await work.require('balance_transaction', charge.balance_transaction)
  return { amount, availableOn: origin.available_on, transferGroup: groupOf(charge) }
}

function groupOf(charge: Charge): string | null {
  return charge.transfer_group ?? (charge.payment_intent ? `group_${charge.payment_intent}` : null)
}

/** Transfers and reversals move at least one cent. */
export function checkPositive(amount: number | undefined): number {
  if (amount === undefined) {
    throw malformed('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' })
  }
  if (amount >= 1) return amount
  throw malformed('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
}

async function checkDestination(work: Work, id: string): Promise<void> {
  const account = await work.find('account', id, '')
  if (!account) throw missing('destination', id, 'destination')
  if (account.capabilities.transfers === 'active') return
  throw refused(NOT_READY, { code: 'insufficient_capabilities_for_transfer' })
}

async function createTransfer(work: Work, params: TransferParams): Promise<Transfer> {
  const currency = checkCurrency(params.currency)
  await checkDestination(work, params.destination)
  const source = await findSource(work, params)
  const { amount } = source
  const transfer = newTransfer(params, currency, source, work.now)
  const basis = { amount, currency, description: params.description ?? null, transfer_group: transfer.transfer_group }
  const payment = work.add(newDestinationPayment(basis, transfer.id, work.now), params.destination)
  const { availableOn } = source
  const arrival = { type: 'payment', amount, currency, source: payment.id, availableOn } as const
  payment.balance_transaction = moveMoney(work, { ...arrival, account: params.destination }).id
  transfer.destination_payment = payment.id
  const departure = { type: 'transfer', amount: -amount, currency, source: transfer.id, availableOn } as const
  transfer.balance_transaction = moveMoney(work, departure).id
  work.add(transfer)
  work.emit('transfer.created', transfer)
  return transfer
}

function newTransfer(params: TransferParams, currency: string, source: Source, created: number): Transfer {
  const id = newId('tr_')
  return {
    id,
    object: 'transfer',
    amount: source.amount,
    amount_reversed: 0,
    balance_transaction: null,
    created,
    currency,
    description: params.description ?? null,
    destination: params.destination,
    destination_payment: '',
    livemode: false,
    metadata: changeMetadata({}, params.metadata),
    reversals: embeddedList(`/v1/transfers/${id}/reversals`, []),
    reversed: false,
    source_transaction: params.source_transaction ?? null,
    source_type: 'card',
    transfer_group: params.transfer_group ?? source.transferGroup,
  }
}

export const transferRoutes: Route[] = [
  route(
    'POST',
    '/v1/transfers',
    {
      amount: integer,
      currency: text(3),
      description: clearable(),
      destination: text(),
      metadata,
      source_transaction: text(),
      transfer_group: clearable(),
    },
    async ({ work, params }) => wire(await createTransfer(work, params)),
    { required: ['currency', 'destination'] },
  ),
  route(
    'GET',
    '/v1/transfers',
    { ...datedPaging, destination: text(), transfer_group: text() },
    ({ work, params: { destination, transfer_group, ...params } }) =>
      listPage(work, 'transfer', '/v1/transfers', params, { destination, transfer_group }),
  ),
  route('GET', '/v1/transfers/:id', {}, async ({ work, id }) => wire(await work.require('transfer', id))),
]
