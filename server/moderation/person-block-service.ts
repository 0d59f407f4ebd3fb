import { and, eq } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { canBlock } from '#schema/report'
import type { Written } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { blockPresses, personBlocks } from '../db/tables'
import type { Deps } from '../deps'
import { assertQuota, todaysCount } from '../http/quotas'
import { drainSoon } from '../money/drain-commands'
import { blockOf } from '../users/person-block-queries'
import { findUserRow } from '../users/user-queries'
import { endUnpaidBetween } from './end-unpaid'

/**
 * Blocks a person, which ends what neither has paid the other yet, or takes the block back; what is so already stays. Of presses on
 * two devices the later one counts, whichever arrives first.
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
    const press = and(eq(blockPresses.userId, userId), eq(blockPresses.blockedId, otherId))
    const [last] = await deps.db.read.select().from(blockPresses).where(press)
    if ([held?.pressedAt, last?.pressedAt].some((at) => (at ?? '') > pressedAt))
      return { value: {}, steps: receipt({}) }
    if (!isBlocked && !held && !last) return { value: {}, steps: receipt({}) }
    const pressed = { userId, blockedId: otherId, pressedAt }
    const target = [blockPresses.userId, blockPresses.blockedId]
    const noted = step(build.insert(blockPresses).values(pressed).onConflictDoUpdate({ target, set: { pressedAt } }))
    if (!isBlocked) return { value: {}, steps: [step(build.delete(personBlocks).where(own)), noted, ...receipt({})] }
    if (held) return { value: {}, steps: [noted, ...receipt({})] }
    await assertQuota(deps, userId, 'personBlock')
    await countToday()
    const row = { ...pressed, createdAt: deps.now().toISOString() }
    const blocked = step(build.insert(personBlocks).values(row).onConflictDoNothing())
    return { value: {}, steps: [blocked, noted, ...(await endUnpaidBetween(deps, userId, otherId)), ...receipt({})] }
  })
  drainSoon(deps)
  return written
}
