import { callOnline } from '../../session/call-online'
import type { SyncEngine } from '../../sync/engine'

/** Adds the owner's repair estimate, in cents, to a report that has none. @throws ApiError, Unreachable */
export async function addEstimate(engine: SyncEngine, reportId: number, repairEstimate: number): Promise<void> {
  await callOnline('addEstimate', { params: { id: reportId }, body: { repairEstimate } })
  await engine.settle()
}
