/** The provider's events of our own account: every one leads to reading its object afresh. */
export const ACCOUNT_EVENTS = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'charge.expired',
  'charge.captured',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'transfer.created',
  'transfer.reversed',
  'transfer.updated',
] as const

/** The events of the payout accounts of owners and sellers. */
export const CONNECT_EVENTS = ['account.updated', 'payout.paid', 'payout.failed'] as const
