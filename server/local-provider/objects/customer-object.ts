import type { Metadata } from '../metadata'
import type { Stored } from '../wire'

export interface Customer extends Stored {
  object: 'customer'
  email: string | null
  metadata: Metadata
  name: string | null
}
