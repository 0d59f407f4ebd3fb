import type { ModerationAct } from '#schema/moderation'
import type { ReportSubject } from '#schema/report'
import type { NewIds } from '../db/client'
import { actStep } from '../db/operator-acts'
import { build, type Step, step } from '../db/steps'
import { moderationActs } from '../db/tables'
import { accountMailStep } from '../mail/account-links'

/** An act of an operator that its person is told, with the reason. */
export interface ToldAct extends ReportSubject {
  act: ModerationAct
  /** The person whose thing it is. */
  personId: number
  reason: string
  operator: string
  now: Date
  /** The people who are told. */
  tell: readonly number[]
  /** Names the act's object in the operators' log, where it is not the thing itself. */
  logged?: string
}

/** Records an act, leaves its line in the operators' log, and mails the reason to each person who is told. */
export async function toldActSteps(
  ids: NewIds,
  { kind, id: subjectId, act, personId, reason, operator, now, tell, logged }: ToldAct,
): Promise<{ id: number; steps: Step[] }> {
  const id = await ids.next('moderation_acts')
  const row = { id, at: now.toISOString(), kind, subjectId, personId, act, reason, operator }
  return {
    id,
    steps: [
      step(build.insert(moderationActs).values(row)),
      actStep({ operator, act, subject: logged ?? `${kind} ${subjectId}`, note: reason, now }),
      ...[...new Set(tell)].map((userId) => accountMailStep(userId, 'moderation', `moderation:${id}`, now)),
    ],
  }
}
