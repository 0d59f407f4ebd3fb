import type { MutationPayload } from '../../disk/mutations'
import type { SyncEngine } from '../../sync/engine'
import { pressedNow } from '../../sync/server-clock'
import { handoverDraft } from './handover-drafts'

/**
 * Saves one's page of a hand-over with its photos, and ends its draft, in one step on the disk. It is sent when the
 * connection allows. Only the last word counts: an earlier one that was refused, or never left, gives way to it.
 * @returns when it was written
 */
export async function putHandover(
  engine: SyncEngine,
  page: Omit<MutationPayload<'handover.put'>, 'composedAt'>,
): Promise<string> {
  const payload = { ...page, composedAt: pressedNow() }
  await engine.submit('handover.put', payload, {
    draft: handoverDraft(page.bookingId, page.moment),
    replacesRefused: true,
  })
  return payload.composedAt
}
