import { expireSession } from './checkout-sessions'
import { lapseHold } from './payment-capture'
import { settlePayout } from './payouts'
import { settleRefund } from './refunds'
import type { Work } from './work'

/** Changes of an object that come by themselves when its time has come. */
export async function settleDeadline(work: Work, id: string): Promise<void> {
  const body = await work.findAny(id)
  switch (body?.object) {
    case 'payment_intent':
      return lapseHold(work, body)
    case 'checkout.session':
      return expireSession(work, body)
    case 'refund':
      return settleRefund(work, body)
    case 'payout':
      return settlePayout(work, body)
    case 'hosted_link':
      return work.remove(id)
    default:
      return undefined
  }
}
