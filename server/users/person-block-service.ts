import { Refusal } from '#schema/errors'
import { canBlock } from '#schema/report'
import type { Written } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { personBlocks } from '../db/tables'
import type { Deps } from '../deps'
import { assertQuota, countToday } from '../http/quotas'
import { blockOf } from './person-block-queries'
import { findUserRow } from './user-queries'

/**
 * Blocks a person, or takes the block back; what is so already stays.
 * @throws Refusal `user_not_found`, `own_account`, `daily_limit`, `too_many_kept`
 */
export function setBlocked(
  deps: Deps,
  userId: number,
  otherId: number,
  isBlocked: boolean,
  receipt: (answer: Record<string, never>) => Step[],
): Promise<Written<Record<string, never>>> {
  return deps.db.write(async () => {
    const other = await findUserRow(deps.db, otherId)
    if (!other) throw new Refusal('user_not_found')
    if (!canBlock({ id: userId }, other)) throw new Refusal('own_account')
    const own = blockOf(userId, otherId)
    if (!isBlocked) return { value: {}, steps: [step(build.delete(personBlocks).where(own)), ...receipt({})] }
    if ((await deps.db.read.$count(personBlocks, own)) > 0) return { value: {}, steps: receipt({}) }
    await assertQuota(deps, userId, 'personBlock')
    await countToday(deps, userId, 'personBlock')
    const row = { userId, blockedId: otherId, createdAt: deps.now().toISOString() }
    return { value: {}, steps: [step(build.insert(personBlocks).values(row).onConflictDoNothing()), ...receipt({})] }
  })
}
