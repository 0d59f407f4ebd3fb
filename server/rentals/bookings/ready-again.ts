import { todayIn } from '#schema/date-range'
import type { Step } from '../../db/steps'
import type { Deps } from '../../deps'
import { findKeptListing } from '../listings/listing-queries'
import type { BookingRow } from './booking-queries'
import { readyDaysSteps } from './ready-days'

/**
 * Gives the rentals before cancelled bookings their days for getting ready back, where those had stood in the way. Comes
 * after the steps that free the days, in the same batch.
 */
export async function readyAgainSteps(deps: Deps, ended: readonly BookingRow[]): Promise<Step[]> {
  const steps: Step[] = []
  const except = new Set(ended.map(({ id }) => id))
  for (const listingId of new Set(ended.map(({ listingId }) => listingId))) {
    const listing = await findKeptListing(deps.db, listingId)
    if (!listing?.bufferDays) continue
    const { quantity, bufferDays, timezone } = listing
    const today = todayIn(timezone, deps.now())
    const { freeing, taking } = await readyDaysSteps(deps.db, { listingId, quantity, bufferDays, today }, except)
    steps.push(...freeing, ...taking)
  }
  return steps
}
