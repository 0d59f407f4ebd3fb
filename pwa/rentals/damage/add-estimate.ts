import { callOnline } from '../../session/call-online'
import type { SyncEngine } from '../../sync/engine'

/** Adds the owner's repair estimate, in cents, to a report that has none. @throws ApiError, Unreachable */
export async function addEstimate(
  engine: Pick<SyncEngine, 'settle'>,
  reportId: number,
  repairEstimate: number,
): Promise<void> {
  try {
    await callOnline('addEstimate', { params: { id: reportId }, body: { repairEstimate } })
  } finally {
    // The report may have it after a refusal and a lost answer too.
    await engine.settle()
  }
}
