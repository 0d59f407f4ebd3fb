import type { SyncEngine } from '../../sync/engine'

/** Deletes a board. The posts on it, and that they are saved, stay as they are. */
export async function deleteBoard(engine: SyncEngine, key: string): Promise<void> {
  await engine.submit('board.delete', { key })
}
