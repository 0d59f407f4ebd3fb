import type { Address } from '#schema/address'
import { call, Unreachable } from '../api/client'
import type { SyncEngine } from '../sync/engine'

/**
 * Saves the address at the server; without a connection it is kept here and goes out by itself.
 * @throws ApiError when the server refuses it
 */
export async function saveAddress(engine: SyncEngine, address: Address): Promise<'saved' | 'waiting'> {
  try {
    await call('updateAddress', { body: address })
    return 'saved'
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    await engine.queue('address.save', address)
    return 'waiting'
  }
}
