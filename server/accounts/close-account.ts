import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { PasswordProof } from '#schema/account'
import { type OpenMatter, reopenableUntil } from '#schema/account'
import { Refusal } from '#schema/errors'
import { assertOwnPassword } from '../auth/password-service'
import { endSessionsStep } from '../auth/password-steps'
import { build, step } from '../db/steps'
import { accountIdentities, pushSubscriptions, users } from '../db/tables'
import type { Deps } from '../deps'
import { getWriter, type SessionUser } from '../http/session-user'
import { accountMailStep } from '../mail/account-links'
import { wakeMails } from '../mail/send-mails-soon'
import { endUnpaidOfClosing } from '../moderation/end-unpaid'
import { drainSoon } from '../money/drain-commands'
import { takeOffShowSteps } from '../users/on-show'
import { findOpenMatters } from './open-matters'

/**
 * Closes an account: nothing of its person is on show from now on, every session ends, and its person can take it back for some days.
 * @throws Refusal `validation` for a wrong password, `matters_open`, `forbidden` for operators, `unauthenticated`
 */
export async function closeAccount(
  deps: Deps,
  user: SessionUser,
  { password }: PasswordProof,
  request: Request,
): Promise<{ until: string; seq: number }> {
  const proof = await assertOwnPassword(deps, user, { field: 'password', password }, request)
  const { value, seq } = await deps.db.write(async () => {
    const { isOperator } = await getWriter(deps.db, user.id)
    if (isOperator)
      throw new Refusal('forbidden', 'An operator’s account cannot be closed. End the operator’s rights first.')
    if ((await findOpenMatters(deps, user.id)).length > 0) throw new Refusal('matters_open')
    const now = deps.now()
    const at = now.toISOString()
    return {
      value: reopenableUntil(at).toISOString(),
      steps: [
        proof,
        ...takeOffShowSteps(user.id, at, { closingAt: at }),
        ...(await endUnpaidOfClosing(deps, user.id)),
        step(build.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, user.id))),
        endSessionsStep(user.id),
        accountMailStep(user.id, 'closing', `closing:${at}`, now),
      ],
    }
  })
  drainSoon(deps)
  wakeMails(deps)
  return { until: value, seq }
}

/** The matters that must end before. */
export async function readClosing(deps: Deps, userId: number): Promise<{ open: OpenMatter[] }> {
  return { open: await findOpenMatters(deps, userId) }
}

/** Finds the accounts among these that are closed for good. Names are random: nobody guesses one. */
export async function listClosed({ db }: Deps, accountIds: string[]): Promise<string[]> {
  const closed = await db.read
    .select({ accountId: accountIdentities.accountId })
    .from(accountIdentities)
    .innerJoin(users, eq(users.id, accountIdentities.userId))
    .where(and(inArray(accountIdentities.accountId, accountIds), isNotNull(users.closedAt)))
  return closed.map(({ accountId }) => accountId)
}
