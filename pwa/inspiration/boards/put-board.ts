import type { BoardChange } from '#schema/inspiration'
import type { SyncEngine } from '../../sync/engine'

/** Makes a board, or changes the one with this key. @returns the board's key */
export async function putBoard(
  engine: SyncEngine,
  board: BoardChange,
  key: string = crypto.randomUUID(),
): Promise<string> {
  await engine.queue('board.put', { ...board, key })
  return key
}
