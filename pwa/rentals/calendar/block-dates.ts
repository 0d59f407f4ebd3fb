import type { DateRange } from '#schema/date-range'
import type { SyncEngine } from '../../sync/engine'

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
export async function blockDates(
  engine: SyncEngine,
  range: DateRange,
  reason: string,
  listingId: number | null = null,
): Promise<void> {
  const { userId } = engine
  if (userId === null) throw new NotAuthenticated()
  const clientId = crypto.randomUUID()
  await engine.submit('blocked.add', blockOf(range, reason, listingId, userId, clientId))
}

/** The same for several listings: all of them are kept on this device, or none. @throws NotAuthenticated */
export async function blockForListings(
  engine: SyncEngine,
  range: DateRange,
  reason: string,
  listingIds: readonly number[],
): Promise<void> {
  const { userId } = engine
  if (userId === null) throw new NotAuthenticated()
  await engine.queueTogether(async (submit) => {
    for (const listingId of listingIds)
      await submit('blocked.add', blockOf(range, reason, listingId, userId, crypto.randomUUID()))
  })
}

function blockOf(range: DateRange, reason: string, listingId: number | null, userId: number, clientId: string) {
  return { ...range, userId, clientId, reason: reason.trim() || null, ...(listingId !== null && { listingId }) }
}
