import type { Metadata } from '../metadata'
import type { Stored } from '../wire'

export interface Payout extends Stored {
  object: 'payout'
  amount: number
  arrival_date: number
  metadata: Metadata
  status: 'pending' | 'paid' | 'failed'
}
