import type { Stored } from '../wire'

export type TransactionType =
  | 'charge'
  | 'payment'
  | 'refund'
  | 'refund_failure'
  | 'payment_refund'
  | 'transfer'
  | 'transfer_refund'
  | 'adjustment'
  | 'payout'
  | 'payout_failure'

export interface BalanceTransaction extends Stored {
  object: 'balance_transaction'
  amount: number
  available_on: number
  currency: string
  fee: number
  net: number
  source: string
  status: 'available' | 'pending'
  type: TransactionType
}
