import { createHash, createHmac } from 'node:crypto'
import { readSecretKey } from '../../db/private-files'

/**
 * The token of a calendar. The database holds its hash and a nonce alone: whoever reads a copy of the database reads no
 * calendar with it. The key that makes the token of the nonce lies beside the database, in a file of its
 * own; a key that is lost loses no calendar: its person makes a new address.
 */
export function calendarTokenOf(dataDir: string, userId: number, nonce: string): string {
  return createHmac('sha256', readSecretKey(dataDir, 'calendar.key')).update(`${userId}:${nonce}`).digest('base64url')
}

export function hashCalendarToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
