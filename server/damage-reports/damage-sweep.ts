import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { listUnanswered } from './damage-queries'
import { claimSteps } from './damage-steps'

/**
 * Ends the renter's time to answer where it is over; the operator decides then. Running it twice changes nothing more.
 * @returns how many claims moved. With `userId` only that person's are looked at.
 */
export async function sweepClaims(deps: Deps, userId?: number): Promise<number> {
  if ((await listUnanswered(deps.db, deps.now(), userId)).length === 0) return 0
  const { value } = await deps.db.write(async () => {
    const now = deps.now()
    const late = await listUnanswered(deps.db, now, userId)
    const move = { actor: 'clock' as const, now, changes: {}, refusal: new Refusal('damage_answered') }
    return { steps: late.flatMap((report) => claimSteps(report, 'expired', move)), value: late.length }
  })
  return value
}
