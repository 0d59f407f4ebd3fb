import type { Metadata } from '../metadata'
import type { ListPage, Stored } from '../wire'

export interface Transfer extends Stored {
  object: 'transfer'
  amount: number
  amount_reversed: number
  currency: string
  description: string | null
  destination: string
  destination_payment: string
  metadata: Metadata
  reversals: ListPage
  reversed: boolean
  source_transaction: string | null
  transfer_group: string | null
}
