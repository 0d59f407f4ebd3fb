import { Refusal } from '#schema/errors'
import { canReport, type NewReport } from '#schema/report'
import type { Written } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { reports } from '../db/tables'
import type { Deps } from '../deps'
import { assertQuota } from '../http/quotas'
import { hasUploaded } from '../uploads/photo-access'
import { ownPhotoHash } from '../uploads/photo-store'
import { findReported, hasOpenReport } from './report-queries'

/**
 * Reports a thing to the operators. A later report of the same person stands beside the one before; the same words about the same
 * thing are one report. A photo may have been taken off the thing since the person saw it.
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
    const { ownerId, title, content } = thing
    const said = { photo, reason, words, title, content }
    if (await hasOpenReport(deps.db, { kind, subjectId: id, reporterId, ...said }))
      return { value: {}, steps: receipt({}) }
    if (photo && !thing.photos.includes(photo) && !(await hasUploaded(deps.db, ownerId, ownPhotoHash(photo) ?? '')))
      throw new Refusal('not_found', 'This photo has been taken away.')
    await assertQuota(deps, reporterId, 'report')
    const row = {
      ...{ id: await ids.next('reports'), kind, subjectId: id, reporterId, ownerId },
      ...{ ...said, createdAt: deps.now().toISOString() },
    }
    return { value: {}, steps: [step(build.insert(reports).values(row)), ...receipt({})] }
  })
}
