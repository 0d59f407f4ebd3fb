import { call } from '../../sync/client'

/** The secret of what a booking of one's own still waits for. */
export function openBookingPayment(bookingId: number) {
  return call('bookingPayment', { params: { id: bookingId } })
}

/** The secret of what an order of one's own still waits for. */
export function openPurchasePayment(purchaseId: number) {
  return call('purchasePayment', { params: { id: purchaseId } })
}

/** The secret of what is to be paid for damage. */
export function openDamagePayment(reportId: number) {
  return call('payDamage', { params: { id: reportId } })
}
