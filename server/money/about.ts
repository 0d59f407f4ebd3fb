/** The subject of money: a booking or an order. */
export type About = { bookingId: number } | { purchaseId: number }
