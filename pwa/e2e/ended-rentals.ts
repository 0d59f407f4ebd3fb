import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { addDays, todayIn } from '#schema/date-range'
import type { Kit } from './fixtures'
import { ZONE } from './rentals'

/**
 * Moves paid bookings into the past, as if their last day had been yesterday: damage can be reported until tonight. No call
 * makes a booking in the past, so the server's file is changed while it is stopped.
 */
export async function endRentals(kit: Kit, ...bookingIds: number[]): Promise<void> {
  const yesterday = addDays(todayIn(ZONE, new Date()), -1)
  await moveRentals(kit, bookingIds, addDays(yesterday, -2), yesterday)
}

/** Moves paid bookings so that their first day was yesterday and their last is tomorrow. */
export async function beginRentals(kit: Kit, ...bookingIds: number[]): Promise<void> {
  const today = todayIn(ZONE, new Date())
  await moveRentals(kit, bookingIds, addDays(today, -1), addDays(today, 1))
}

async function moveRentals(kit: Kit, bookingIds: number[], startDate: string, endDate: string): Promise<void> {
  await kit.server.stop()
  const client = createClient({ url: `file:${join(kit.server.dataDir, 'trestle.db')}` })
  await client.batch(
    [
      'UPDATE sync_clock SET open = 1, base = seq WHERE id = 1',
      ...bookingIds.map((id) => ({
        sql: 'UPDATE bookings SET start_date = ?, end_date = ? WHERE id = ?',
        args: [startDate, endDate, id],
      })),
      'UPDATE sync_clock SET open = 0 WHERE id = 1',
    ],
    'write',
  )
  client.close()
  await kit.server.start()
}
