/**
 * How far this device's clock is from the server's. A press, and what is written, carries the server's time, so that a
 * clock that is a day behind neither loses against another device nor tells others a wrong day.
 */
const STORED_AS = 'trestle-clock-offset'
/** The server's time comes in whole seconds and takes a moment: less than this is no difference. */
const SMALL_MS = 3_000

let lastStamp = 0
/** The server's time at the start of this page's own clock; none until the server has said its time. */
let told: number | null = null

/** Notes the time that an answer of the server says, `Date` as it came, for a call that left at `sentAt`. */
export function noteServerTime(date: string | null, sentAt: number, answeredAt = Date.now()): void {
  const server = Date.parse(date ?? '')
  if (Number.isNaN(server) || answeredAt - sentAt > SMALL_MS) return
  told = server - performance.now()
  const found = Math.round(server + 500 - (sentAt + answeredAt) / 2)
  const next = Math.abs(found) < SMALL_MS ? 0 : found
  if (next !== 0 && Math.abs(next - offset) < SMALL_MS) return
  if (next !== offset) store(next)
  offset = next
}

/** The server's time as far as this device knows it. */
export function serverNow(): number {
  return Date.now() + offset
}

/** The same for a press: each is later than the one before it on this page, also where the clock was corrected between. */
export function pressedNow(): string {
  lastStamp = Math.max(serverNow(), lastStamp + 1)
  return new Date(lastStamp).toISOString()
}

/** A worker has none. */
const storage = () =>
  (globalThis as { localStorage?: { getItem(name: string): string | null; setItem(name: string, text: string): void } })
    .localStorage

function readStored(): number {
  try {
    return Number(storage()?.getItem(STORED_AS) ?? 0) || 0
  } catch {
    return 0
  }
}

/** A browser may not allow it: then the next answer says it again. */
function store(found: number): void {
  try {
    storage()?.setItem(STORED_AS, String(found))
  } catch {
    // Known for as long as this page is there.
  }
}

let offset = readStored()

/** The server's time as it has said it to this page, whatever becomes of the device's clock; null until it has. */
export const toldNow = (): number | null => told && told + performance.now()

/** For tests: a page to which the server has not said its time. */
export function forgetToldTime(): void {
  told = null
}
