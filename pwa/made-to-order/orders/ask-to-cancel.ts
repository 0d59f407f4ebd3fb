import type { Purchase } from '#schema/purchase'
import type { SyncEngine } from '../../sync/engine'

/** Asks the seller to cancel an order; one that is not paid ends. Goes out when there is a connection. */
export async function askToCancel(engine: SyncEngine, { id, status }: Pick<Purchase, 'id' | 'status'>): Promise<void> {
  await engine.submit('purchase.askCancel', { purchaseId: id, seen: status })
}
