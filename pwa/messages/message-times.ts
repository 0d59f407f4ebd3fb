import { format, isSameDay } from 'date-fns'
import type { WaitingState } from '../sync/overlay'

/** A message that was sent this long after it was written says both times. */
export const LATE_MESSAGE_MS = 5 * 60_000

/** When a message was sent, on the device's clock; 'written 14:02, sent 15:10' when it had to wait. */
export function messageTime({ createdAt, composedAt }: { createdAt: string; composedAt: string | null }): string {
  const sent = new Date(createdAt)
  const written = composedAt ? new Date(composedAt) : sent
  if (sent.getTime() - written.getTime() <= LATE_MESSAGE_MS) return format(sent, 'h:mm a')
  const day = isSameDay(written, sent) ? 'h:mm a' : 'EEE, MMM d, h:mm a'
  return `written ${format(written, day)}, sent ${format(sent, 'h:mm a')}`
}

/** 'Saturday, Nov 21': messages stand under the day on which they were sent. */
export function messageDay(instant: string): string {
  return format(new Date(instant), 'EEEE, MMM d')
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
