import type { Metadata } from '../metadata'
import type { JsonObject, Stored } from '../wire'

export interface Customer extends Stored {
  object: 'customer'
  description: string | null
  email: string | null
  invoice_settings: JsonObject & { default_payment_method: string | null }
  metadata: Metadata
  name: string | null
  phone: string | null
}
