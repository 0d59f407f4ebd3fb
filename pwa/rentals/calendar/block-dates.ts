import type { DateRange } from '#schema/date-range'
import type { SyncEngine } from '../../sync/engine'
import { pressedNow } from '../../sync/server-clock'

/** Nobody is signed in on this device any more. */
export class NotAuthenticated extends Error {
  constructor() {
    super('User not authenticated')
    this.name = 'NotAuthenticated'
  }
}

/**
 * Keeps a range free of rentals, from now on here and from the next connection on for everybody.
 * @param listingId the one listing that is meant; null for all of them
 * @throws NotAuthenticated
 */
export function blockDates(
  engine: SyncEngine,
  range: DateRange,
  reason: string,
  listingId: number | null = null,
): Promise<void> {
  return blockForListings(engine, range, reason, [listingId])
}

/** The same for several listings: all of them are kept on this device, or none. @throws NotAuthenticated */
export async function blockForListings(
  engine: SyncEngine,
  range: DateRange,
  reason: string,
  listingIds: readonly (number | null)[],
): Promise<void> {
  const { userId } = engine
  if (userId === null) throw new NotAuthenticated()
  const block = { ...range, userId, reason: reason.trim() || null, pressedAt: pressedNow() }
  await engine.queueTogether(async (submit) => {
    for (const id of listingIds)
      await submit('blocked.add', { ...block, clientId: crypto.randomUUID(), ...(id !== null && { listingId: id }) })
  })
}
