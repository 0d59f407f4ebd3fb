import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Board } from '#schema/inspiration'
import type { Reads } from '../db/client'
import { findRow } from '../db/find-row'
import { boardPosts, boards, boardThings } from '../db/tables'

export type BoardRow = typeof boards.$inferSelect

/** All that is on a board, in the order in which it was put there. */
export type OnBoard = Required<Pick<Board, 'postIds' | 'things'>>

/** A board with all that is on it. */
export function toBoard({ key, name, eventDate, place, guests, createdAt }: BoardRow, on: OnBoard): Board {
  return { key, name, eventDate, place, guests, ...on, createdAt }
}

/** A person's boards by key, for their devices. */
export async function findBoards(db: Reads, keys: string[], userId: number): Promise<Map<string, Board>> {
  const rows = await db.read
    .select()
    .from(boards)
    .where(and(inArray(boards.key, keys), eq(boards.userId, userId), isNull(boards.deletedAt)))
  return filled(db, rows)
}

/** All of a person's boards, oldest first. */
export async function listBoards(db: Reads, userId: number): Promise<Board[]> {
  const rows = await db.read
    .select()
    .from(boards)
    .where(and(eq(boards.userId, userId), isNull(boards.deletedAt)))
    .orderBy(asc(boards.createdAt))
  return [...(await filled(db, rows)).values()]
}

/** The row under this key, whoever's it is and whether or not it was deleted; null when there never was one. */
export async function findBoardRow(db: Reads, key: string): Promise<BoardRow | null> {
  return findRow(db, boards, eq(boards.key, key))
}

export async function listOnBoard(db: Reads, key: string): Promise<OnBoard> {
  const [posts, things] = await Promise.all([
    db.read
      .select({ postId: boardPosts.postId })
      .from(boardPosts)
      .where(eq(boardPosts.boardKey, key))
      .orderBy(asc(boardPosts.createdAt), asc(boardPosts.postId)),
    db.read
      .select({ kind: boardThings.kind, id: boardThings.thingId, pieces: boardThings.pieces })
      .from(boardThings)
      .where(eq(boardThings.boardKey, key))
      .orderBy(asc(boardThings.createdAt), asc(boardThings.kind), asc(boardThings.thingId)),
  ])
  return { postIds: posts.map(({ postId }) => postId), things }
}

async function filled(db: Reads, rows: BoardRow[]): Promise<Map<string, Board>> {
  const found = new Map<string, Board>()
  for (const row of rows) found.set(row.key, toBoard(row, await listOnBoard(db, row.key)))
  return found
}
