import { call } from '../../sync/client'
import type { SyncEngine } from '../../sync/engine'

/** Says that an order did not arrive, which holds its money, or that it did after all. @throws ApiError, Unreachable */
export async function sayArrival(
  engine: Pick<SyncEngine, 'wake'>,
  purchaseId: number,
  arrived: boolean,
): Promise<void> {
  try {
    await call('sayArrival', { params: { id: purchaseId }, body: { arrived } })
  } finally {
    // The order may have moved after a refusal and a lost answer too.
    engine.wake()
  }
}
