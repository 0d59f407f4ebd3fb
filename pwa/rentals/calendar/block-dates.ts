import type { DateRange } from '#schema/date-range'
import type { SyncEngine } from '../../sync/engine'

/** Nobody is signed in on this device any more. */
export class NotAuthenticated extends Error {
  constructor() {
    super('User not authenticated')
    this.name = 'NotAuthenticated'
  }
}

/** Keeps a range free of rentals, from now on here and from the next connection on for everybody. @throws NotAuthenticated */
export async function blockDates(engine: SyncEngine, range: DateRange, reason: string): Promise<void> {
  const { userId } = engine
  if (userId === null) throw new NotAuthenticated()
  const clientId = crypto.randomUUID()
  await engine.queue('blocked.add', { ...range, userId, clientId, reason: reason.trim() || null })
}
