import { PRODUCT_NAME } from '#schema/product'

/** The words of refusals that a screen says before it asks the server; `errorCatalogue` has those of all. */
export const errorWords = {
  dates_blocked: 'The owner is not available on those dates.',
  same_status: 'The order already has this status.',
  purchase_over: 'This order is over: its money has gone back.',
  cancel_too_late: `A maker can cancel an order until 7 days after it was delivered. Please ask ${PRODUCT_NAME} to return the money.`,
  not_paid: 'This order has not been paid yet.',
  paid_by_hand: 'Only its payment decides whether an order is pending or paid.',
} as const

/** The specification's error text: the status code, a colon and a space, then the body or the status text. */
export function specErrorText(status: number, statusText: string, body: string): string {
  return `${status}: ${body || statusText}`
}
