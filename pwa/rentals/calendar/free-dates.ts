import type { SyncEngine } from '../../sync/engine'
import { NotAuthenticated } from './block-dates'

/** Frees a blocked range that the server has. @throws NotAuthenticated */
export async function freeDates(engine: SyncEngine, blockId: number): Promise<void> {
  const { userId } = engine
  if (userId === null) throw new NotAuthenticated()
  await engine.submit('blocked.remove', { userId, blockId })
}
