import type { Metadata } from '../metadata'
import type { Stored } from '../wire'

export interface Refund extends Stored {
  object: 'refund'
  amount: number
  balance_transaction: string | null
  charge: string
  currency: string
  metadata: Metadata
  payment_intent: string | null
  reason: string | null
  status: 'pending' | 'succeeded' | 'failed'
  provider_state: { settles_at: number | null; ends: 'succeeded' | 'failed' }
}
