import { and, eq, inArray, or } from 'drizzle-orm'
import type { PersonBlock } from '#schema/report'
import type { Reads } from '../db/client'
import { personBlocks, users } from '../db/tables'

/** The row of a block. */
export const blockOf = (userId: number, blockedId: number) =>
  and(eq(personBlocks.userId, userId), eq(personBlocks.blockedId, blockedId))

/** Has one of the two blocked the other? */
export async function isBlockedBetween(db: Reads, one: number, other: number): Promise<boolean> {
  return (await db.read.$count(personBlocks, or(blockOf(one, other), blockOf(other, one)))) > 0
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
