import type { BoardThing } from '#schema/inspiration'
import type { SyncEngine } from '../../sync/engine'

/** Puts a thing on a board with the pieces that its event needs; without any it is taken off. */
export async function putThing(engine: SyncEngine, key: string, { kind, id, pieces }: BoardThing): Promise<void> {
  await engine.submit('board.thing', { key, thing: { kind, id, pieces } })
}
