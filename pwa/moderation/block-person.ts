import type { MutationPayload } from '../disk/mutations'
import type { SyncEngine } from '../sync/engine'

/** Blocks a person or takes the block back, from now on here and from the next connection on everywhere. */
export async function blockPerson(engine: SyncEngine, press: MutationPayload<'person.block'>): Promise<void> {
  await engine.submit('person.block', press)
}
