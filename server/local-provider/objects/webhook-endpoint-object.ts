import type { Metadata } from '../metadata'
import type { Stored } from '../wire'

/** An address that events are sent to. Its secret is told once, in the answer that creates it. */
export interface WebhookEndpoint extends Stored {
  object: 'webhook_endpoint'
  description: string | null
  enabled_events: string[]
  metadata: Metadata
  status: 'enabled' | 'disabled'
  url: string
  provider_state: { secret: string; connect: boolean }
}
