import * as z from 'zod/mini'
import { type NewReport, ReportReason, type ReportSubject } from '#schema/report'
import type { LocalDb } from '../disk/local-db'
import type { MutationPayload } from '../disk/mutations'
import { pendingOf } from '../disk/pending-of'
import { type DeviceDraft, draftOf } from '../drafts/draft-of'
import type { SyncEngine } from '../sync/engine'

/** A report as it is typed: kept even while it is too long to be sent; no reason while none is chosen, no photo for all. */
export const TypedReport = z.object({
  reason: z.union([ReportReason, z.literal('')]),
  photo: z.string(),
  words: z.string().check(z.maxLength(100_000)),
})
export type TypedReport = z.infer<typeof TypedReport>

export const EMPTY_REPORT: TypedReport = { reason: '', photo: '', words: '' }

/** The report of a thing, on this device. */
export const typedReport = ({ kind, id }: ReportSubject): DeviceDraft<TypedReport> =>
  draftOf({ id: `report:${kind}:${id}`, kind: 'report', shape: TypedReport })

/** The newest report of a thing that is still on this device, so that its words can be changed; null for none. */
export async function findWaitingReport(db: LocalDb, { kind, id }: ReportSubject): Promise<TypedReport | null> {
  const items = await db.outbox.where('lane').equals(`report:${kind}:${id}`).toArray()
  const unsent = items.filter(({ state }) => state !== 'acked')
  const { payload } = pendingOf(unsent, 'report.put').at(-1) ?? {}
  return payload ? { reason: payload.reason, photo: payload.photo ?? '', words: payload.words } : null
}

/**
 * Saves a report and ends its draft, in one step on the disk; it is sent when the connection allows. An earlier one about
 * the same thing that was refused gives way to it.
 */
export async function putReport(
  engine: SyncEngine,
  report: NewReport & Pick<MutationPayload<'report.put'>, 'title' | 'from'>,
): Promise<void> {
  await engine.submit('report.put', report, { draft: typedReport(report), replacesRefused: true })
}
