import { firstBookableDay } from '#schema/booking'
import { type Day, toDay } from '#schema/date-range'
import { useAccount } from './account'
import { marketDay } from './market-day'
import { useServerNow } from './use-server-now'

const DAY_LOOK_MS = 60_000

/** Today where the market is: the day by which the server counts lead times. */
export function useToday(): Day {
  const { config } = useAccount()
  return marketDay(config, useServerNow(DAY_LOOK_MS))
}

/** The first day that an offer made now can begin on, where the market is. */
export function useFirstBookableDay(): Day {
  const { config } = useAccount()
  const now = useServerNow(DAY_LOOK_MS)
  return config ? firstBookableDay(config.timezone, now) : toDay(now)
}
