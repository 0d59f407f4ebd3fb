import { and, eq, lt, sql } from 'drizzle-orm'
import type { SignInResult } from '#schema/account'
import { Refusal } from '#schema/errors'
import { PRODUCT_NAME } from '#schema/product'
import { build, guard, type Step, step, updateStep } from '../db/steps'
import { codeSecrets, recoveryCodes } from '../db/tables'
import type { Deps } from '../deps'
import { codeLimits } from '../http/limits'
import { hashToken } from '../http/session-user'
import { findSecret, type SecretRow } from './code-queries'
import { openSecret } from './secret-box'

const PERIOD_S = 30

/** Loaded at the first use. */
const otpauth = () => import('otpauth')

export interface TakenCode {
  result: Extract<SignInResult, 'code' | 'recovery_code'>
  /** Use the code up, once; for the batch that lets its person in. */
  steps: Step[]
}

/**
 * Checks the code that an account asks for beside its password. @returns how the person has proven themselves, with steps that
 * refuse with `wrong_code` when the code was used meanwhile; null where the account asks for none
 * @throws Refusal `code_required`, `wrong_code`, `too_many_attempts`
 */
export async function takeCode(deps: Deps, userId: number, code: string | undefined): Promise<TakenCode | null> {
  const row = await findSecret(deps.db, userId)
  if (!row?.turnedOnAt) return null
  if (!code) throw new Refusal('code_required')
  await countCodeTry(deps, userId)
  const typed = code.replace(/[\s-]/g, '').toLowerCase()
  const wrong = new Refusal('wrong_code', undefined, { code: 'That code is wrong, or it was used before.' })
  return /^\d{6}$/.test(typed) ? takePeriod(deps, row, typed, wrong) : takeRecovery(deps, userId, typed, wrong)
}

async function takePeriod(deps: Deps, row: SecretRow, code: string, wrong: Refusal): Promise<TakenCode> {
  const period = await codePeriod(deps, row, code)
  if (period === null) throw wrong
  const unused = and(eq(codeSecrets.userId, row.userId), lt(codeSecrets.lastPeriod, period))
  const isUnused = guard(sql`EXISTS (SELECT 1 FROM code_secrets WHERE ${unused})`, wrong)
  return { result: 'code', steps: [isUnused, updateStep(codeSecrets, { lastPeriod: period }, unused)] }
}

async function takeRecovery({ db }: Deps, userId: number, code: string, wrong: Refusal): Promise<TakenCode> {
  const own = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashToken(code)))
  if ((await db.read.select().from(recoveryCodes).where(own)).length === 0) throw wrong
  const isUnused = guard(sql`EXISTS (SELECT 1 FROM recovery_codes WHERE ${own})`, wrong)
  return { result: 'recovery_code', steps: [isUnused, step(build.delete(recoveryCodes).where(own))] }
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
