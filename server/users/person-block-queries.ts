import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import type { PersonBlock } from '#schema/report'
import type { Reads } from '../db/client'
import { personBlocks, users } from '../db/tables'

/** The row of a block. */
export const blockOf = (userId: number, blockedId: number) =>
  and(eq(personBlocks.userId, userId), eq(personBlocks.blockedId, blockedId))

export async function isBlockedBetween(db: Reads, one: number, other: number): Promise<boolean> {
  return (await db.read.$count(personBlocks, or(blockOf(one, other), blockOf(other, one)))) > 0
}

/** @throws Refusal `thread_closed` when one of the two has blocked the other, or has closed their account for good */
export async function assertThreadOpen(db: Reads, one: number, other: number): Promise<void> {
  const closed = await db.read.$count(users, and(inArray(users.id, [one, other]), isNotNull(users.closedAt)))
  if (closed > 0 || (await isBlockedBetween(db, one, other))) throw new Refusal('thread_closed')
}

/** Blocks by the other person's id, for the devices of either side. */
export async function findPersonBlocks(db: Reads, ids: number[], viewerId: number): Promise<Map<number, PersonBlock>> {
  const rows = await db.read
    .select({ row: personBlocks, username: users.username })
    .from(personBlocks)
    .innerJoin(users, eq(users.id, personBlocks.blockedId))
    .where(
      or(
        and(eq(personBlocks.userId, viewerId), inArray(personBlocks.blockedId, ids)),
        and(eq(personBlocks.blockedId, viewerId), inArray(personBlocks.userId, ids)),
      ),
    )
  const blocks = new Map<number, PersonBlock>()
  for (const { row, username } of rows) {
    const isMine = row.userId === viewerId
    const id = isMine ? row.blockedId : row.userId
    blocks.set(id, { id, username: isMine ? username : (blocks.get(id)?.username ?? null) })
  }
  return blocks
}
