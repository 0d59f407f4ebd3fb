/** What money is about: a booking or an order. */
export type About = { bookingId: number } | { purchaseId: number }
