import type { AppConfig } from '#schema/app-config'
import { type Day, todayIn } from '#schema/date-range'

/** The day where the market is; the device's own zone stands in until the market's is known. */
export function marketDay(config: AppConfig | null, now: Date): Day {
  return todayIn(config?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, now)
}
