import * as z from 'zod/mini'
import { type NewReport, ReportReason, type ReportSubject } from '#schema/report'
import type { LocalDb } from '../disk/local-db'
import type { MutationPayload } from '../disk/mutations'
import { pendingOf } from '../disk/pending-of'
import { type DeviceDraft, draftOf } from '../drafts/draft-of'
import type { SyncEngine } from '../sync/engine'

/**
 * A report as it is typed: kept even while it is too long to be sent; no reason while none is chosen, no photo for all. `over` is the id
 * of the earlier report that the form began with.
 */
export const TypedReport = z.object({
  reason: z.union([ReportReason, z.literal('')]),
  photo: z.string(),
  words: z.string().check(z.maxLength(100_000)),
  over: z.optional(z.string()),
})
export type TypedReport = z.infer<typeof TypedReport>

export const EMPTY_REPORT: TypedReport = { reason: '', photo: '', words: '' }

/** The report of a thing, on this device. */
export const typedReport = ({ kind, id }: ReportSubject): DeviceDraft<TypedReport> =>
  draftOf({ id: `report:${kind}:${id}`, kind: 'report', shape: TypedReport })

/** The newest report of a thing that is still on this device, so that its words can be changed; null for none. */
export async function findWaitingReport(db: LocalDb, subject: ReportSubject): Promise<TypedReport | null> {
  const newest = (await unsentReports(db, subject)).at(-1)
  if (!newest) return null
  const { reason, photo = '', words } = newest.payload
  return { reason, photo, words, over: newest.item.opId }
}

/**
 * Saves a report and ends its draft, in one step on the disk; it is sent when the connection allows. Refused ones give way to it:
 * about the same photo or all of the thing, and the one that its form began with.
 */
export async function putReport(
  engine: SyncEngine,
  report: NewReport & Pick<MutationPayload<'report.put'>, 'title' | 'from'>,
  over?: string,
): Promise<void> {
  const earlier = await unsentReports(engine.db, report)
  const replacesRefused = earlier.flatMap(({ item: { opId }, payload: { photo } }) =>
    opId === over || photo === report.photo ? [opId] : [],
  )
  await engine.submit('report.put', report, { draft: typedReport(report), replacesRefused })
}

async function unsentReports(db: LocalDb, { kind, id }: ReportSubject) {
  const line = db.outbox.where('lane').equals(`report:${kind}:${id}`)
  return pendingOf(await line.and(({ state }) => state !== 'acked').toArray(), 'report.put')
}
