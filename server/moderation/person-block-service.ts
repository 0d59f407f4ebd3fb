import { Refusal } from '#schema/errors'
import { canBlock } from '#schema/report'
import type { Written } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { personBlocks } from '../db/tables'
import type { Deps } from '../deps'
import { assertQuota, todaysCount } from '../http/quotas'
import { drainSoon } from '../money/drain-commands'
import { blockOf } from '../users/person-block-queries'
import { findUserRow } from '../users/user-queries'
import { endUnpaidBetween } from './end-unpaid'

/**
 * Blocks a person, which ends what neither has paid the other yet, or takes the block back; what is so already stays. A block stays, too, when the press that takes it back was
 * made before the latest press of Block, on another device.
 * @throws Refusal `user_not_found`, `own_account`, `daily_limit`, `too_many_kept`
 */
export async function setBlocked(
  deps: Deps,
  userId: number,
  { otherId, isBlocked, pressedAt }: { otherId: number; isBlocked: boolean; pressedAt: string },
  receipt: (answer: Record<string, never>) => Step[],
): Promise<Written<Record<string, never>>> {
  const countToday = todaysCount(deps, userId, 'personBlock')
  const written = await deps.db.write(async () => {
    const other = await findUserRow(deps.db, otherId)
    if (!other) throw new Refusal('user_not_found')
    if (!canBlock({ id: userId }, other)) throw new Refusal('own_account')
    const own = blockOf(userId, otherId)
    const [held] = await deps.db.read.select().from(personBlocks).where(own)
    if (!isBlocked) {
      const isLate = (held?.pressedAt ?? '') > pressedAt
      return { value: {}, steps: [...(isLate ? [] : [step(build.delete(personBlocks).where(own))]), ...receipt({})] }
    }
    if (held) {
      const pressedAgain = step(build.update(personBlocks).set({ pressedAt }).where(own))
      return { value: {}, steps: [...((held.pressedAt ?? '') < pressedAt ? [pressedAgain] : []), ...receipt({})] }
    }
    await assertQuota(deps, userId, 'personBlock')
    await countToday()
    const row = { userId, blockedId: otherId, createdAt: deps.now().toISOString(), pressedAt }
    const blocked = step(build.insert(personBlocks).values(row).onConflictDoNothing())
    return { value: {}, steps: [blocked, ...(await endUnpaidBetween(deps, userId, otherId)), ...receipt({})] }
  })
  drainSoon(deps)
  return written
}
