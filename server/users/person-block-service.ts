import { Refusal } from '#schema/errors'
import { canBlock } from '#schema/report'
import type { Written } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { personBlocks } from '../db/tables'
import type { Deps } from '../deps'
import { blockOf } from './person-block-queries'
import { findUserRow } from './user-queries'

/** Blocks a person, or takes the block back; what is so already stays. @throws Refusal `user_not_found`, `own_account` */
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
    const row = { userId, blockedId: otherId, createdAt: deps.now().toISOString() }
    const write = isBlocked
      ? build.insert(personBlocks).values(row).onConflictDoNothing()
      : build.delete(personBlocks).where(blockOf(userId, otherId))
    return { value: {}, steps: [step(write), ...receipt({})] }
  })
}
