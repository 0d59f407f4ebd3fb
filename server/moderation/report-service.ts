import { eq } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { canReport, type NewReport } from '#schema/report'
import type { Written } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { reports } from '../db/tables'
import type { Deps } from '../deps'
import { assertQuota } from '../http/quotas'
import { findOpenReport, findReported } from './report-queries'

/**
 * Reports a thing to the operators; while the report is open, a later one of the same person takes its place.
 * @throws Refusal `not_found` also for what the caller cannot see, `own_account`, `daily_limit`, `too_many_kept`
 */
export function putReport(
  deps: Deps,
  reporterId: number,
  { kind, id, photo = '', reason, words }: NewReport,
  receipt: (answer: Record<string, never>) => Step[],
): Promise<Written<Record<string, never>>> {
  return deps.db.write(async (ids) => {
    const thing = await findReported(deps.db, { kind, id })
    if (!thing || (thing.sides && !thing.sides.includes(reporterId))) throw new Refusal('not_found')
    if (!canReport({ id: reporterId }, thing)) throw new Refusal('own_account')
    const open = await findOpenReport(deps.db, { kind, id, photo, reporterId })
    const { ownerId, title, content } = thing
    if (open) {
      const change = build.update(reports).set({ reason, words, title, content }).where(eq(reports.id, open.id))
      return { value: {}, steps: [step(change), ...receipt({})] }
    }
    if (photo && !thing.photos.includes(photo)) throw new Refusal('not_found', 'This photo has been taken away.')
    await assertQuota(deps, reporterId, 'report')
    const row = {
      ...{ id: await ids.next('reports'), kind, subjectId: id, photo, reporterId, ownerId, reason, words },
      ...{ title, content, createdAt: deps.now().toISOString() },
    }
    return { value: {}, steps: [step(build.insert(reports).values(row)), ...receipt({})] }
  })
}
