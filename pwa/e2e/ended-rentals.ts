import { join } from 'node:path'
import { type Client, createClient, type InStatement } from '@libsql/client'
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

/** Moves paid bookings so that today is their first day. */
export async function handOverToday(kit: Kit, ...bookingIds: number[]): Promise<void> {
  const today = todayIn(ZONE, new Date())
  await moveRentals(kit, bookingIds, today, addDays(today, 2))
}

/** Moves paid bookings so that today is their only day. */
export async function rentForToday(kit: Kit, ...bookingIds: number[]): Promise<void> {
  const today = todayIn(ZONE, new Date())
  await moveRentals(kit, bookingIds, today, today)
}

function moveRentals(kit: Kit, bookingIds: number[], startDate: string, endDate: string): Promise<void> {
  return whileStopped(kit, () =>
    bookingIds.map((id) => ({
      sql: 'UPDATE bookings SET start_date = ?, end_date = ? WHERE id = ?',
      args: [startDate, endDate, id],
    })),
  )
}

/** Ends the time in which a renter can answer a claim. */
export function endAnswerTime(kit: Kit, reportId: number): Promise<void> {
  const args = [new Date(Date.now() - 60_000).toISOString(), reportId]
  return whileStopped(kit, () => [{ sql: 'UPDATE damage_reports SET response_deadline = ? WHERE id = ?', args }])
}

/** Copies a booking that is over, many times; its devices hear of the copies as of any other. */
export function repeatBooking(kit: Kit, bookingId: number, count: number): Promise<void> {
  const own: Record<string, string> = {
    id: '1000000 + i',
    client_id: 'NULL',
    stripe_payment_intent_id: 'NULL',
    status_changed_at: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (20 + i) || ' days')",
  }
  return whileStopped(kit, async (client) => {
    const { rows } = await client.execute('PRAGMA table_info(bookings)')
    const columns = rows.map(({ name }) => String(name))
    const values = columns.map((name) => own[name] ?? `b.${name}`)
    const sql = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO bookings (${columns.join(', ')}) SELECT ${values.join(', ')} FROM bookings b CROSS JOIN n WHERE b.id = ?`
    return [{ sql, args: [count, bookingId] }]
  })
}

type Changes = (client: Client) => InStatement[] | Promise<InStatement[]>

/** Changes the server's file while it is stopped: its clock cannot be moved. */
export async function whileStopped(kit: Kit, changes: Changes): Promise<void> {
  await kit.server.stop()
  const client = createClient({ url: `file:${join(kit.server.dataDir, 'trestle.db')}` })
  const open = 'UPDATE sync_clock SET open = 1, base = seq WHERE id = 1'
  const close = 'UPDATE sync_clock SET open = 0 WHERE id = 1'
  await client.batch([open, ...(await changes(client)), close], 'write')
  client.close()
  await kit.server.start()
}
