import type { Stored } from '../wire'

export interface TransferReversal extends Stored {
  object: 'transfer_reversal'
  amount: number
  transfer: string
}
