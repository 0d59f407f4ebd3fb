import { CANCELLATION_HOURS } from '#schema/booking'
import { CANCELLATION_PRESETS, type CancellationPreset } from '#schema/listing'

const NAMES: Record<CancellationPreset, string> = { flexible: 'Flexible', standard: 'Standard', strict: 'Strict' }
const HOURS_PER_DAY = 24
/** From here on days are easier to read than hours. */
const DAYS_FROM_HOURS = 72

/** The refund of a renter who cancels after approval, in one sentence for the owner. */
export function cancellationRule(preset: CancellationPreset): string {
  const { full, half } = CANCELLATION_HOURS[preset]
  const parts = [
    full === null ? null : `everything back until ${ahead(full)} before the first day`,
    half === null ? null : `half back until ${ahead(half)} before${full === null ? ' the first day' : ''}`,
  ]
  return `Renters get ${parts.filter(Boolean).join(', ')}.`
}

/** The presets to choose from, each with its rule. */
export const CANCELLATION_CHOICES = CANCELLATION_PRESETS.map((value) => ({
  value,
  label: NAMES[value],
  description: cancellationRule(value),
}))

function ahead(hours: number): string {
  return hours >= DAYS_FROM_HOURS ? `${hours / HOURS_PER_DAY} days` : `${hours} hours`
}
