import type { Day } from '#schema/date-range'
import { useAccount } from './account'
import { marketDay } from './market-day'
import { useServerNow } from './use-server-now'

const DAY_LOOK_MS = 60_000

/** Today where the market is: the day by which the server counts lead times. */
export function useToday(): Day {
  const { config } = useAccount()
  return marketDay(config, useServerNow(DAY_LOOK_MS))
}
