import type { Address } from '#schema/address'
import { call, Unreachable } from '../sync/client'
import type { SyncEngine } from '../sync/engine'
import { discard } from '../sync/outbox'
import { reachability } from '../sync/reachability'
import { readOwnAddress } from './own-address'

/**
 * Saves the address at once when the server answers; otherwise it waits for a connection. One that still waits is overtaken
 * in its own line, never around it.
 * @throws ApiError with the server's words beside the fields; nothing waits then
 */
export async function saveAddress(engine: SyncEngine, address: Address): Promise<'saved' | 'waiting'> {
  const line = await engine.db.outbox.where('lane').equals('address').sortBy('order')
  for (const { opId, state } of line) if (state === 'attention') await discard(engine.db, opId)
  const isWaiting = line.some(({ state }) => state === 'queued' || state === 'sending')
  if (!isWaiting && reachability().reachable) {
    try {
      await call('updateAddress', { body: address, key: crypto.randomUUID() })
      engine.wake()
      return 'saved'
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
    }
  }
  // The server's words, which may have come before its row has.
  const told = line.findLast(({ state, error }) => state === 'attention' && error?.code === 'edit_conflict')?.error?.now
  const seen = told ?? (await seenAddress(engine))
  await engine.submit('address.save', address, {
    merge: (unsent) => ({ ...address, seen: unsent ? unsent.seen : seen }),
  })
  return 'waiting'
}

/** The address that its person had before them; unknown before the account has come to this device. */
async function seenAddress({ db, userId }: SyncEngine): Promise<Address | undefined> {
  const own = userId === null ? null : await readOwnAddress(db, userId)
  return own?.address
}
