import type { MutationPayload } from '../disk/mutations'
import type { SyncEngine } from '../sync/engine'
import { pressedNow } from '../sync/server-clock'

/** Blocks a person or takes the block back, from now on here and from the next connection on everywhere. */
export async function blockPerson(
  engine: SyncEngine,
  press: Omit<MutationPayload<'person.block'>, 'pressedAt'>,
): Promise<void> {
  await engine.submit('person.block', { ...press, pressedAt: pressedNow() })
}
