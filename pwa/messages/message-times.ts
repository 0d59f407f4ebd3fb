import { format, isSameDay } from 'date-fns'
import type { WaitingState } from '../sync/overlay'
import { isFarOff } from '../ui/times/far-off'

/** A message that was sent this long after it was written says both times. */
const LATE_MESSAGE_MS = 5 * 60_000

/** When a message was sent, on the device's clock; 'written 14:02, sent 15:10' when it had to wait. */
export function messageTime({ createdAt, composedAt }: { createdAt: string; composedAt: string | null }): string {
  const sent = new Date(createdAt)
  const written = composedAt ? new Date(composedAt) : sent
  if (sent.getTime() - written.getTime() <= LATE_MESSAGE_MS) return format(sent, 'h:mm a')
  const day = isSameDay(written, sent) ? 'h:mm a' : 'EEE, MMM d, h:mm a'
  return `written ${format(written, day)}, sent ${format(sent, 'h:mm a')}`
}

/** 'Saturday, Nov 21': messages stand under the day on which they were sent. */
export function messageDay(instant: string, now: Date): string {
  const date = new Date(instant)
  return format(date, isFarOff(date, now) ? 'EEEE, MMM d, y' : 'EEEE, MMM d')
}

/** 'Nov 21, 2:05 PM' in the list of threads, 'Nov 21, 2025' for one that has rested for long. */
export function threadTime(instant: string, now: Date): string {
  const date = new Date(instant)
  return format(date, isFarOff(date, now) ? 'MMM d, y' : 'MMM d, h:mm a')
}

/** Why a message has not gone out yet. */
export function waitingWords(
  state: Exclude<WaitingState, 'attention'>,
  device: { reachable: boolean; paused: boolean },
): string {
  if (device.paused) return 'Waiting for you to sign in'
  if (!device.reachable) return 'Waiting for a connection'
  return state === 'sending' ? 'Sending' : 'Waiting to be sent'
}
