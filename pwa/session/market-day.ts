import type { AppConfig } from '#schema/app-config'
import { type Day, toDay, todayIn } from '#schema/date-range'

/**
 * The day where the market is; the device's own day stands in until the market's zone is known. A page that asks the browser for
 * the day of a zone waits for the browser to load its zones, so the day that the server said is taken while it lasts.
 */
export function marketDay(config: AppConfig | null, now: Date): Day {
  if (!config) return toDay(now)
  const { day, timezone } = config
  const at = now.toISOString()
  return day && day.from <= at && at < day.until ? day.date : todayIn(timezone, now)
}
