import type { Address, AddressChange } from '#schema/address'
import type { LocalDb } from '../disk/local-db'
import { pendingOf } from '../disk/pending-of'
import { ApiError, call, Unreachable } from '../sync/client'
import type { SyncEngine } from '../sync/engine'
import { discard } from '../sync/outbox'
import { reachability } from '../sync/reachability'
import { addressOf, isSameAddress } from './own-address'

/** `refused`: another address was saved elsewhere meanwhile; this one waits in the outbox, where its person sees both. */
export type SavedAddress = 'saved' | 'waiting' | 'refused'

/**
 * Saves the address at once when the server answers; otherwise it waits for a connection. One that still waits is overtaken
 * in its own line, never around it.
 * @param shown the address that the form showed before anything was typed
 * @throws ApiError with the server's words beside the fields; nothing waits then
 */
export async function saveAddress(engine: SyncEngine, address: Address, shown: Address): Promise<SavedAddress> {
  const line = await engine.db.outbox.where('lane').equals('address').sortBy('order')
  const isWaiting = line.some(({ state }) => state === 'queued' || state === 'sending')
  const [last] = pendingOf(line.slice(-1), 'address.save')
  const refused = last?.item.state === 'attention' ? last : null
  // The server never held a refused address. The one that a clash names may have come before its row has.
  const seen = refused ? (refused.item.error?.now ?? refused.payload.seen) : { ...shown }
  const change = { ...address, seen }
  const sent = isWaiting || !reachability().reachable ? 'waiting' : await sendAddress(change)
  for (const { opId, state } of line) if (state === 'attention') await discard(engine.db, opId)
  if (sent === 'saved') {
    // Without room for it here, its row brings it.
    await keepSaved(engine.db, address, { ...shown, ...seen }).catch(() => undefined)
    engine.wake()
  } else
    await engine.submit('address.save', change, {
      // One that waited a moment ago may be refused by now.
      replacesRefused: line.map(({ opId }) => opId),
      merge: (unsent) => ({ ...change, seen: unsent ? unsent.seen : change.seen }),
    })
  return sent
}

/** The saved address stands here before its row comes: a form that opens meanwhile would take the one before for what it had shown. */
async function keepSaved(db: LocalDb, address: Address, shown: Address): Promise<void> {
  await db.me.toCollection().modify((me) => {
    if (isSameAddress(addressOf(me), shown)) Object.assign(me, address)
  })
}

async function sendAddress(change: AddressChange): Promise<SavedAddress> {
  try {
    await call('updateAddress', { body: change, key: crypto.randomUUID() })
    return 'saved'
  } catch (error) {
    if (error instanceof Unreachable) return 'waiting'
    if (error instanceof ApiError && isClash(error)) return 'refused'
    throw error
  }
}

const isClash = (error: { code: string } | null) => error?.code === 'edit_conflict'
