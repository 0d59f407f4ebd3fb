/** What two people talk about: a booking or an order. */
export interface ThreadAbout {
  about: 'booking' | 'order'
  id: number
}

/** Names a thread in the drafts, the read marks and the lanes of the outbox; bookings go by their number alone. */
export function threadKey({ about, id }: ThreadAbout): string {
  return about === 'booking' ? String(id) : `order:${id}`
}

/** Where the words are kept that were typed in a thread and not sent. */
export const messageDraftId = (thread: ThreadAbout): string => `message:${threadKey(thread)}`
