import { and, eq, sql } from 'drizzle-orm'
import type { SignInResult } from '#schema/account'
import { Refusal } from '#schema/errors'
import { PRODUCT_NAME } from '#schema/product'
import { build, step, toStatement } from '../db/steps'
import { codeSecrets, recoveryCodes } from '../db/tables'
import type { Deps } from '../deps'
import { codeLimits } from '../http/limits'
import { hashToken } from '../http/session-user'
import { findSecret, type SecretRow } from './code-queries'
import { openSecret } from './secret-box'

const PERIOD_S = 30

/** Loaded at the first use. */
const otpauth = () => import('otpauth')

/**
 * Uses up the code that an account asks for beside its password. @returns how the person has proven themselves; null where the
 * account asks for none
 * @throws Refusal `code_required`, `wrong_code`, `too_many_attempts`
 */
export async function takeCode(
  deps: Deps,
  userId: number,
  code: string | undefined,
): Promise<Extract<SignInResult, 'code' | 'recovery_code'> | null> {
  const row = await findSecret(deps.db, userId)
  if (!row?.turnedOnAt) return null
  if (!code) throw new Refusal('code_required')
  await countCodeTry(deps, userId)
  const typed = code.replace(/[\s-]/g, '').toLowerCase()
  const isCode = /^\d{6}$/.test(typed)
  const period = isCode ? await codePeriod(deps, row, typed) : null
  const use = isCode
    ? period !== null &&
      build
        .update(codeSecrets)
        .set({ lastPeriod: period })
        .where(and(eq(codeSecrets.userId, userId), sql`${codeSecrets.lastPeriod} < ${period}`))
    : build
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashToken(typed))))
  const [used] = use ? await deps.db.batch([toStatement(step(use))]) : []
  if (used?.rowsAffected !== 1)
    throw new Refusal('wrong_code', undefined, { code: 'That code is wrong, or it was used before.' })
  return isCode ? 'code' : 'recovery_code'
}

/** The period whose code this is: now's, the one before it or the one after it, and none that was used; null for any other, and where the key is lost. */
export async function codePeriod(deps: Deps, row: SecretRow, code: string): Promise<number | null> {
  const secret = openSecret(deps.env.dataDir, row.secret)
  if (!secret) {
    deps.log({
      level: 'warn',
      what: 'the secret of a code cannot be opened: codes.key is another one',
      user: row.userId,
    })
    return null
  }
  const totp = await totpOf(secret)
  const timestamp = deps.now().getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  if (delta === null) return null
  const period = Math.floor(timestamp / 1000 / PERIOD_S) + delta
  return period > row.lastPeriod ? period : null
}

/** The app's side of a secret. */
export async function totpOf(bytes: Uint8Array, label = '') {
  const { Secret, TOTP } = await otpauth()
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  return new TOTP({ issuer: PRODUCT_NAME, label, period: PERIOD_S, digits: 6, secret })
}

/** @throws Refusal `too_many_attempts` */
export async function countCodeTry(deps: Deps, userId: number): Promise<void> {
  const waitMs = await deps.limits.count(`code/account/${userId}`, codeLimits.account)
  if (waitMs > 0)
    throw new Refusal('too_many_attempts', undefined, undefined, { retryAfterS: Math.ceil(waitMs / 1000) })
}
