import { call } from '../../sync/client'
import type { SyncEngine } from '../../sync/engine'

/** Says that an order did not arrive, which holds its money, or that it did after all. @throws ApiError, Unreachable */
export async function sayArrival(engine: SyncEngine, purchaseId: number, arrived: boolean): Promise<void> {
  await call('sayArrival', { params: { id: purchaseId }, body: { arrived } })
  engine.wake()
}
