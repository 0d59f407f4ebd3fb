import type { DateRange } from '#schema/date-range'
import { useAccount } from '../../session/account'
import { useSource } from '../../ui/use-source'

let known: { userId: number | null; range: DateRange | null } | null = null
const listeners = new Set<() => void>()

/** Remembers until the app is closed for which days this person, or a visitor, is looking; null forgets them. */
export function knowDays(userId: number | null, range: DateRange | null): void {
  const before = knownDays(userId)
  if (before?.startDate === range?.startDate && before?.endDate === range?.endDate) return
  known = { userId, range }
  for (const listener of listeners) listener()
}

/** The days that this person asked for last; null when there are none. */
export function knownDays(userId: number | null): DateRange | null {
  return known?.userId === userId ? known.range : null
}

/** The days of this device's person, whenever they change. */
export function useKnownDays(): DateRange | null {
  const { userId } = useAccount().engine
  return useSource(subscribe, () => knownDays(userId))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
