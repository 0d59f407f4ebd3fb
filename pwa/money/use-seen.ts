import { useState } from 'react'
import { isSameSeen, type Seen } from './seen'

interface Told {
  now: Seen
  /** The device's rows at that moment: newer rows of its own take their place. */
  over: Seen
}

/**
 * What the person of a form was shown, and what holds by now.
 * @param kept what was shown when the form was begun, perhaps days ago
 * @param current what this device knows of it
 */
export function useSeen(kept: Seen | undefined, current: Seen) {
  const [told, setTold] = useState<Told | null>(null)
  const now = told && isSameSeen(told.over, current) ? told.now : current
  const seen = kept ?? now
  return {
    seen,
    now,
    isChanged: !isSameSeen(seen, now),
    /** The server says what holds, ahead of the rows on this device. */
    tell: (holds: Seen) => setTold({ now: holds, over: current }),
  }
}
