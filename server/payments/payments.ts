import type { PaymentConfig } from '#schema/payment'
import type { PaymentGateway } from './gateway'

/** What the rest of the server may ask of payments. */
export interface Payments {
  gateway: PaymentGateway
  config: PaymentConfig
  /** The built-in provider's own HTTP surface; null when a real provider is configured. */
  local: { fetch(request: Request): Promise<Response>; tick(): Promise<void> } | null
}
