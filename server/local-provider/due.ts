import type { AnyObject } from './store'

/** When something happens to an object by itself, in seconds; null when nothing ever does. */
export function dueAt(body: AnyObject): number | null {
  switch (body.object) {
    case 'payment_intent':
      return body.status === 'requires_capture' ? body.provider_state.capture_before : null
    case 'checkout.session':
      return body.status === 'open' ? body.expires_at : null
    case 'refund':
      return body.provider_state.settles_at
    case 'payout':
      return body.status === 'pending' ? body.arrival_date : null
    case 'hosted_link':
      return body.forgotten_at
    default:
      return null
  }
}
