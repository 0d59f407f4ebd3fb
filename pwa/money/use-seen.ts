import { useState } from 'react'
import { isSameSale, isSameSeen, type Seen } from './seen'

interface Told {
  now: Seen
  /** The device's rows at that moment: newer rows of its own take their place. */
  over: Seen
}

/**
 * The terms that a form's person was shown, and the current ones. A change that touches neither the total of their wishes nor the
 * conditions is no question: `seen` moves on to what holds.
 * @param kept what was shown when the form was begun, perhaps days ago
 * @param current what this device knows of it
 * @param totalOf the cents in all of what the form asks for, under these prices
 */
export function useSeen(kept: Seen | undefined, current: Seen, totalOf: (seen: Seen) => number) {
  const [told, setTold] = useState<Told | null>(null)
  const now = told && isSameSeen(told.over, current) ? told.now : current
  const isChanged = kept !== undefined && !isSameSale(kept, now, totalOf)
  const seen = isChanged ? kept : now
  return {
    seen,
    now,
    isChanged,
    totals: { seen: totalOf(seen), now: totalOf(now) },
    /** The server says what holds, ahead of the rows on this device. */
    tell: (holds: Seen) => setTold({ now: holds, over: current }),
  }
}
