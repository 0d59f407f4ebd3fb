import type { DateRange } from '#schema/date-range'
import { useSource } from '../../ui/use-source'

let known: DateRange | null = null
const listeners = new Set<() => void>()

/** Remembers until the app is closed for which days this person is looking; null forgets them. */
export function knowDays(range: DateRange | null): void {
  if (known?.startDate === range?.startDate && known?.endDate === range?.endDate) return
  known = range
  for (const listener of listeners) listener()
}

/** The days that were asked for last; null when there are none. */
export function useKnownDays(): DateRange | null {
  return useSource(subscribe, () => known)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
