import { call } from '../../sync/client'
import type { SyncEngine } from '../../sync/engine'

/** Asks the server to bring this person's bookings up to date. The sweep on the server does the same, so a failure is nobody's concern. */
export async function updateStatuses(engine: SyncEngine): Promise<void> {
  try {
    const { updated } = await call('updateStatuses', {})
    if (updated > 0) engine.wake()
  } catch {
    // Without a connection or a session the screen shows what this device knows.
  }
}
