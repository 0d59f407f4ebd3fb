import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Board } from '#schema/inspiration'
import type { Db } from '../db/client'
import { boardPosts, boards } from '../db/tables'

export type BoardRow = typeof boards.$inferSelect

/** A board with the posts on it, in the order in which they were put there. */
export function toBoard({ key, name, eventDate, createdAt }: BoardRow, postIds: number[]): Board {
  return { key, name, eventDate, postIds, createdAt }
}

/** A person's boards by key, for their devices. */
export async function findBoards(db: Db, keys: string[], userId: number): Promise<Map<string, Board>> {
  const rows = await db.read
    .select()
    .from(boards)
    .where(and(inArray(boards.key, keys), eq(boards.userId, userId), isNull(boards.deletedAt)))
  return withPosts(db, rows)
}

/** All of a person's boards, oldest first. */
export async function listBoards(db: Db, userId: number): Promise<Board[]> {
  const rows = await db.read
    .select()
    .from(boards)
    .where(and(eq(boards.userId, userId), isNull(boards.deletedAt)))
    .orderBy(asc(boards.createdAt))
  return [...(await withPosts(db, rows)).values()]
}

/** The row under this key, whoever's it is and whether or not it was deleted; null when there never was one. */
export async function findBoardRow(db: Db, key: string): Promise<BoardRow | null> {
  const [row] = await db.read.select().from(boards).where(eq(boards.key, key))
  return row ?? null
}

/** The posts on a board. */
export async function listBoardPosts(db: Db, key: string): Promise<number[]> {
  const rows = await db.read
    .select({ postId: boardPosts.postId })
    .from(boardPosts)
    .where(eq(boardPosts.boardKey, key))
    .orderBy(asc(boardPosts.createdAt), asc(boardPosts.postId))
  return rows.map(({ postId }) => postId)
}

async function withPosts(db: Db, rows: BoardRow[]): Promise<Map<string, Board>> {
  const found = new Map<string, Board>()
  for (const row of rows) found.set(row.key, toBoard(row, await listBoardPosts(db, row.key)))
  return found
}
