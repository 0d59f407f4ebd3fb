import type { SyncEngine } from '../../sync/engine'

/** Asks the seller to cancel an order; one that is not paid ends at once. Goes out when there is a connection. */
export async function askToCancel(engine: SyncEngine, purchaseId: number): Promise<void> {
  await engine.submit('purchase.askCancel', { purchaseId })
}
