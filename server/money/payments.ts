import type { PaymentConfig } from '#schema/payment'
import type { PaymentGateway } from './gateway'

/** The calls that the rest of the server may make to payments. */
export interface Payments {
  gateway: PaymentGateway
  config: PaymentConfig
  /** The built-in provider; null when a real provider is configured. */
  local: LocalPayments | null
}

/** The built-in provider as the rest of the server sees it. */
interface LocalPayments {
  /** Everything that it can do, for programs of this process. */
  fetch(request: Request): Promise<Response>
  /** The part that is mounted on the app under `/_pay`. */
  serve(request: Request): Promise<Response>
  tick(): Promise<void>
  /** Opens its API. */
  secretKey: string
}
