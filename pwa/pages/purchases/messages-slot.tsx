import type { ShownPurchase } from '../../db/own-purchases'

interface MessagesSlotProps {
  purchase: ShownPurchase
  userId: number
}

/** The way to the thread between the buyer and the seller of an order. */
export function MessagesSlot(_: MessagesSlotProps) {
  return null
}
