import { inArray } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { canHide, type ReportDecision } from '#schema/moderation'
import { build, type Step, step } from '../db/steps'
import { reports } from '../db/tables'
import type { Deps } from '../deps'
import { wakeMails } from '../mail/send-mails-soon'
import { isUpheld } from '../moderation/appeal-queries'
import { endUnpaidOfHidden, endUnpaidOfSuspended } from '../moderation/end-unpaid'
import { toldActSteps } from '../moderation/moderation-acts'
import { findOpenReports, listParties } from '../moderation/report-queries'
import { drainSoon } from '../money/drain-commands'
import { putOnShowSteps } from '../users/on-show'
import { findUserRow, isSuspended, type UserRow } from '../users/user-queries'
import { findHideable } from './operator-queries'
import { assertMaySuspend, assertNotOwn } from './operator-service'
import { hideStep, suspendSteps } from './operator-steps'

/**
 * Decides on the reports of one thing that the operator has read, and closes them. A dismissal is told to those who have reported, every
 * other act to the person whose thing it is. @throws Refusal `report_closed` when another operator was faster, `forbidden` for
 * what is the operator's own, or what they have reported
 */
export async function decideReports(deps: Deps, operator: string, decision: ReportDecision): Promise<number> {
  const { kind, id, act, note: reason } = decision
  const { seq } = await deps.db.write(async (ids) => {
    const open = await findOpenReports(deps.db, decision, decision.reports)
    const owner = await findUserRow(deps.db, open[0]?.ownerId ?? 0)
    if (!owner) throw new Refusal('report_closed')
    assertNotOwn(operator, owner.username, ...(await listParties(deps.db, decision)))
    if (act === 'suspend') await assertMaySuspend(deps, operator, owner, 'act')
    const now = deps.now()
    const effect = await effectSteps(deps, decision, owner, now.toISOString())
    const told = await toldActSteps(ids, {
      ...{ kind, id, act, personId: owner.id, reason, operator, now },
      tell: act === 'dismiss' ? open.map(({ reporterId }) => reporterId) : [owner.id],
      ...(act === 'suspend' && { logged: `user ${owner.id}` }),
    })
    const close = build
      .update(reports)
      .set({ closedAt: now.toISOString(), actId: told.id })
      .where(
        inArray(
          reports.id,
          open.map((report) => report.id),
        ),
      )
    return [...effect, ...told.steps, step(close)]
  })
  drainSoon(deps)
  wakeMails(deps)
  return seq
}

/**
 * The change that an act makes. A later act takes over what an earlier one has hidden or suspended: an appeal against the later one,
 * which its person is told of, then has its effect. An earlier act that an appeal has upheld stands.
 */
async function effectSteps(deps: Deps, { kind, id, act }: ReportDecision, owner: UserRow, at: string): Promise<Step[]> {
  if (act === 'hide' && canHide(kind)) {
    const found = await findHideable(deps.db, kind, id)
    const gone = 'This has been deleted. Please dismiss the reports, or warn or suspend the person.'
    if (!found) throw new Refusal('not_found', gone, { act: gone })
    // A thing that is off show with its person would come back with them.
    const since = found.hiddenAt === owner.suspendedAt ? null : found.hiddenAt
    return since !== null && (await isUpheld(deps.db, owner.id, since))
      ? []
      : [hideStep(kind, id, at), ...(await endUnpaidOfHidden(deps, kind, id))]
  }
  if (act !== 'suspend') return []
  const { suspendedAt: since } = owner
  if (since !== null && (!isSuspended(owner) || (await isUpheld(deps.db, owner.id, since)))) return []
  return [
    ...(since === null ? [] : putOnShowSteps(owner.id, since)),
    ...suspendSteps(owner.id, at),
    ...(await endUnpaidOfSuspended(deps, owner.id)),
  ]
}
