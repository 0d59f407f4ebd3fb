import { type Day, todayIn } from '#schema/date-range'
import { useNow } from '../ui/times/use-now'
import { useAccount } from './account'

const DAY_LOOK_MS = 60_000

/** Today where the market is: the day by which the server counts lead times. */
export function useToday(): Day {
  const { config } = useAccount()
  const now = useNow(DAY_LOOK_MS)
  return todayIn(config?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, now)
}
