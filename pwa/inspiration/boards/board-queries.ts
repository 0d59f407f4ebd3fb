import type { Board } from '#schema/inspiration'
import type { LocalDb } from '../../disk/local-db'
import { overlayBoards } from './board-overlay'

/** The person's boards on this device. */
export async function readBoards(db: LocalDb): Promise<Board[]> {
  const [rows, items] = await Promise.all([db.boards.toArray(), db.outbox.where('lane').startsWith('board:').toArray()])
  return overlayBoards(rows, items)
}
