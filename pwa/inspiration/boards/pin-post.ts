import type { SyncEngine } from '../../sync/engine'

/** Puts a post on a board or takes it off: what counts is how the person wants it to stand. */
export async function pinPost(engine: SyncEngine, key: string, postId: number, on: boolean): Promise<void> {
  await engine.submit('board.pin', { key, postId, on })
}
