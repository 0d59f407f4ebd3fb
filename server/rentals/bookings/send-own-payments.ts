import { and, eq, inArray, or } from 'drizzle-orm'
import { bookings } from '../../db/tables'
import type { Deps } from '../../deps'
import { drainCommands, drainSoon } from '../../money/drain-commands'

/** Sends what the payments of this renter's or owner's bookings wait for; the money of others goes behind the answer. */
export async function sendOwnPayments(deps: Deps, userId: number): Promise<void> {
  for (const { id } of await listMoving(deps, userId)) await drainCommands(deps, { bookingId: id })
  drainSoon(deps)
}

/** Bookings whose payment a command is to take on. */
function listMoving({ db }: Deps, userId: number): Promise<{ id: number }[]> {
  const isOwn = or(eq(bookings.userId, userId), eq(bookings.ownerId, userId))
  const isMoving = inArray(bookings.paymentState, [
    'unconfirmed',
    'capture_failed',
    'capturing',
    'releasing',
    'refunding',
  ])
  return db.read.select({ id: bookings.id }).from(bookings).where(and(isOwn, isMoving))
}
