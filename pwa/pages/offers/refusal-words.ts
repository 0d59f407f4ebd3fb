import type * as z from 'zod/mini'
import type { CancelPreview } from '#schema/booking'
import { formatWeekday, isDay } from '#schema/date-range'
import { formatCents } from '#schema/money'

/** 'Taken: Sat, Nov 28; Sun, Nov 29', from the days that the server named, comma separated; empty when it named none. */
export function takenWords(days: string | undefined): string {
  const named = (days ?? '').split(',').filter(isDay)
  return named.length > 0 ? `Taken: ${named.map(formatWeekday).join('; ')}` : ''
}

/** What cancelling returns, before anybody confirms it. */
export function refundWords(preview: z.infer<typeof CancelPreview>, role: 'renter' | 'owner', other: string): string {
  const { captured, refundAmount, totalAmount, percent } = preview
  const total = formatCents(totalAmount)
  if (!captured)
    return role === 'renter'
      ? `Nothing has been taken. Any hold of ${total} on your card is released.`
      : `Nothing has been taken from ${other}.`
  const who = role === 'renter' ? 'You get' : `${other} gets`
  if (refundAmount === totalAmount) return `${who} all of ${total} back.`
  if (refundAmount === 0) return `${who} nothing back of ${total}: it is too close to the first day.`
  return `${who} ${formatCents(refundAmount)} of ${total} back (${percent}%).`
}
