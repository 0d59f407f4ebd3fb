import { and, eq, isNull } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { type AppealDecision, canHide } from '#schema/moderation'
import { actStep } from '../db/operator-acts'
import { build, type Step, step } from '../db/steps'
import { appeals } from '../db/tables'
import type { Deps } from '../deps'
import { accountMailStep } from '../mail/account-links'
import { wakeMails } from '../mail/send-mails-soon'
import { type ActRow, findAct, findStandingBefore, hasOtherOperator, loggedSubject } from '../moderation/appeal-queries'
import { listPartiesOfAct } from '../moderation/report-queries'
import { putOnShowSteps, takeOffShowSteps } from '../users/on-show'
import { findUserRow, type UserRow } from '../users/user-queries'
import { findHideable, isOffWithOwner } from './operator-queries'
import { assertNotOwn } from './operator-service'
import { hideStep } from './operator-steps'

/**
 * Upholds an act or takes it back. @throws Refusal `not_found`, `report_closed` when it is decided already, `forbidden` for what is the
 * operator's own or what they have reported and, as long as there is another operator, for their own act
 */
export async function decideAppeal(
  deps: Deps,
  operator: string,
  actId: number,
  { takeBack, note }: AppealDecision,
): Promise<number> {
  const { seq } = await deps.db.write(async () => {
    const found = await findAct(deps.db, actId)
    const person = found && (await findUserRow(deps.db, found.act.personId))
    if (!found?.appeal || !person) throw new Refusal('not_found')
    if (found.appeal.decidedAt) throw new Refusal('report_closed')
    const { kind, subjectId: id } = found.act
    const parties = [person.username, ...(await listPartiesOfAct(deps.db, actId, { kind, id }))]
    assertNotOwn(operator, ...parties)
    if (found.act.operator === operator && (await hasOtherOperator(deps.db, [operator, ...parties])))
      throw new Refusal('forbidden', 'Another operator decides on an appeal against your act.')
    const now = deps.now()
    const decide = build
      .update(appeals)
      .set({ decidedAt: now.toISOString(), takenBack: takeBack, answer: note, operator })
      .where(and(eq(appeals.actId, actId), isNull(appeals.decidedAt)))
    const act = `${takeBack ? 'take back' : 'uphold'} ${found.act.act}`
    return [
      ...(takeBack ? await undoSteps(deps, found.act, person) : []),
      step(decide),
      actStep({ operator, act, subject: loggedSubject(found.act), note, now }),
      accountMailStep(person.id, 'moderation', `appeal:${actId}`, now),
    ]
  })
  wakeMails(deps)
  return seq
}

/**
 * Brings back what this act has changed, and nothing that a later one did: each marks its rows with its own instant. An earlier act
 * that an appeal has upheld stands again.
 */
async function undoSteps(deps: Deps, row: ActRow, person: UserRow): Promise<Step[]> {
  const { act, kind, subjectId, at } = row
  if (act === 'suspend') return person.suspendedAt === at ? unsuspendSteps(deps, row) : []
  if (act !== 'hide' || !canHide(kind)) return []
  const found = await findHideable(deps.db, kind, subjectId)
  if (found?.hiddenAt !== at) return []
  // Nothing of a suspended person is on show: it comes back with the person.
  const withPerson = isOffWithOwner(kind) ? person.suspendedAt : null
  return [hideStep(kind, subjectId, (await findStandingBefore(deps.db, row)) ?? withPerson)]
}

async function unsuspendSteps({ db }: Deps, row: ActRow): Promise<Step[]> {
  const standing = await findStandingBefore(db, row)
  const shown = putOnShowSteps(row.personId, row.at)
  return standing === null ? shown : [...shown, ...takeOffShowSteps(row.personId, standing, {})]
}
