import { Refusal } from '#schema/errors'
import { isOperator } from '#schema/operator'
import type { Deps } from '../deps'
import { isStrongSession, type SessionUser } from '../http/session-user'
import { hasCodes } from './code-queries'
import { listPasskeys } from './passkey-queries'

/**
 * In production, operators change their second factors in a session that one of the factors has begun: a stolen password must not
 * replace what stands beside it. The first factor needs the password alone.
 * @throws Refusal `second_factor_required`
 */
export async function assertMayChangeFactors(deps: Deps, user: SessionUser, request: Request): Promise<void> {
  if (!deps.env.isProduction || !isOperator(user) || (await isStrongSession(deps, request))) return
  if ((await hasCodes(deps.db, user.id)) || (await listPasskeys(deps.db, user.id)).length > 0)
    throw new Refusal('second_factor_required', 'Please sign in with your passkey or a code before you change them.')
}
