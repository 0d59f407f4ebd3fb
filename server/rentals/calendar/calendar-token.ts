import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_BYTES = 32

/**
 * The token of a calendar. The database holds its hash and a nonce alone: whoever reads a copy of the database reads no
 * calendar with it. The key that makes the token of the nonce lies beside the database, in a file of its own.
 */
export function calendarTokenOf(dataDir: string, userId: number, nonce: string): string {
  return createHmac('sha256', readKey(dataDir)).update(`${userId}:${nonce}`).digest('base64url')
}

export function hashCalendarToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Made when it is first needed. A key that is lost loses no calendar: its person makes a new address. */
function readKey(dataDir: string): Buffer {
  const file = join(dataDir, 'calendar.key')
  try {
    writeFileSync(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file)
}
