import { moveMoney, readFunds } from './balance'
import { newId } from './ids'
import { listPage, paging } from './lists'
import type { MetadataChange } from './metadata'
import { changeMetadata, metadata } from './metadata'
import type { Transfer } from './objects/transfer-object'
import type { TransferReversal } from './objects/transfer-reversal-object'
import { clearable, integer } from './parameters'
import { dollars, refused } from './provider-error'
import type { Route } from './route'
import { route } from './route'
import { checkPositive } from './transfers'
import type { JsonObject } from './wire'
import { wire } from './wire'
import type { Work } from './work'

/** Takes money back from the owner; it must still be there. */
async function reverse(
  work: Work,
  transfer: Transfer,
  params: { amount?: number; metadata?: MetadataChange },
): Promise<TransferReversal> {
  const left = transfer.amount - transfer.amount_reversed
  const amount = params.amount ?? left
  if (amount < 1 && left > 0) checkPositive(amount)
  if (left === 0 || amount > left) {
    const message = `Reversal amount (${dollars(amount)}) is greater than unreversed amount on transfer (${dollars(left)})`
    throw refused(message, { param: 'amount' })
  }
  const funds = await readFunds(work, transfer.destination)
  if (funds.available + funds.pending < amount) {
    const message = `Insufficient funds in the account ${transfer.destination} to reverse ${dollars(amount)} of this transfer.`
    throw refused(message, { code: 'balance_insufficient' })
  }
  const reversal = work.add(newReversal(transfer, amount, params.metadata, work.now))
  takeBack(work, transfer, reversal)
  return reversal
}

function takeBack(work: Work, transfer: Transfer, reversal: TransferReversal): void {
  const { amount } = reversal
  const { currency, destination } = transfer
  const back = { type: 'payment_refund', amount: -amount, currency, source: transfer.destination_payment } as const
  moveMoney(work, { ...back, availableOn: work.now, account: destination })
  const arrival = { type: 'transfer_refund', amount, currency, source: reversal.id, availableOn: work.now } as const
  reversal.balance_transaction = moveMoney(work, arrival).id
  transfer.amount_reversed += amount
  transfer.reversed = transfer.amount_reversed === transfer.amount
  const data: JsonObject[] = [wire(reversal), ...transfer.reversals.data]
  transfer.reversals = { ...transfer.reversals, data }
  work.emit('transfer.reversed', transfer)
}

function newReversal(
  transfer: Transfer,
  amount: number,
  change: MetadataChange | undefined,
  created: number,
): TransferReversal {
  return {
    id: newId('trr_'),
    object: 'transfer_reversal',
    amount,
    balance_transaction: null,
    created,
    currency: transfer.currency,
    destination_payment_refund: null,
    metadata: changeMetadata({}, change),
    source_refund: null,
    transfer: transfer.id,
  }
}

export const transferReversalRoutes: Route[] = [
  route(
    'POST',
    '/v1/transfers/:id/reversals',
    { amount: integer, description: clearable(), metadata },
    async ({ work, id, params }) => wire(await reverse(work, await work.require('transfer', id), params)),
  ),
  route('GET', '/v1/transfers/:id/reversals', paging, async ({ work, id, params }) => {
    await work.require('transfer', id)
    return listPage(work, 'transfer_reversal', `/v1/transfers/${id}/reversals`, params, { transfer: id })
  }),
]
