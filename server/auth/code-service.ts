import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { CodesBegin, CodesStarted, PasswordProof } from '#schema/account'
import { Refusal } from '#schema/errors'
import { build, guard, type Step, step, updateStep } from '../db/steps'
import { codeSecrets, recoveryCodes, sessions } from '../db/tables'
import type { Deps } from '../deps'
import { hashToken, type SessionUser, sessionHash } from '../http/session-user'
import { accountMailStep } from '../mail/account-links'
import { wakeMails } from '../mail/send-mails-soon'
import { findSecret, hasCodes } from './code-queries'
import { assertOwnPassword } from './password-service'
import { sealSecret } from './secret-box'
import { codePeriod, countCodeTry, totpOf } from './take-code'

const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const ON_ALREADY = 'Codes are on already. Turn them off first.'
/** 80 bits: nobody guesses one. */
const RECOVERY_BYTES = 10

/**
 * A new secret, in place of one that no code has confirmed. The account asks for codes once `turnOnCodes` was given one.
 * @throws Refusal `validation` for a wrong password, and while codes are on
 */
export async function startCodes(
  deps: Deps,
  user: SessionUser,
  { password }: PasswordProof,
  request: Request,
): Promise<CodesStarted> {
  const proof = await assertOwnPassword(deps, user, { field: 'password', password }, request)
  if (await hasCodes(deps.db, user.id)) throw new Refusal('validation', ON_ALREADY)
  const bytes = randomBytes(SECRET_BYTES)
  const row = { secret: sealSecret(deps.env.dataDir, bytes), turnedOnAt: null, lastPeriod: 0 }
  await deps.db.write(() => [
    proof,
    step(
      build
        .insert(codeSecrets)
        .values({ userId: user.id, ...row })
        .onConflictDoUpdate({ target: codeSecrets.userId, set: row }),
    ),
  ])
  const totp = await totpOf(bytes, user.username)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/**
 * Turns codes on: from now on a password needs one beside it. @returns the recovery codes, which nobody can read again
 * @throws Refusal `validation` for a wrong code, and while codes are on, `too_many_attempts`
 */
export async function turnOnCodes(
  deps: Deps,
  user: SessionUser,
  { code }: CodesBegin,
  request: Request,
): Promise<string[]> {
  const wrong = new Refusal('validation', 'That is not the code of this moment', {
    code: 'That is not the code of this moment',
  })
  const row = await findSecret(deps.db, user.id)
  if (row?.turnedOnAt) throw new Refusal('validation', ON_ALREADY)
  if (!row) throw wrong
  await countCodeTry(deps, user.id)
  const now = deps.now()
  const period = await codePeriod(deps, row, code)
  if (period === null) throw wrong
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomBytes(RECOVERY_BYTES).toString('hex'))
  await deps.db.write(() => [
    guard(
      sql`EXISTS (SELECT 1 FROM code_secrets WHERE user_id = ${user.id} AND secret = ${row.secret} AND turned_on_at IS NULL)`,
      wrong,
    ),
    updateStep(codeSecrets, { turnedOnAt: now.toISOString(), lastPeriod: period }, eq(codeSecrets.userId, user.id)),
    step(build.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id))),
    step(build.insert(recoveryCodes).values(codes.map((one) => ({ userId: user.id, codeHash: hashToken(one) })))),
    updateStep(sessions, { isStrong: true }, eq(sessions.tokenHash, sessionHash(deps, request) ?? '')),
    accountMailStep(user.id, 'codes_on', `codes:${crypto.randomUUID()}`, now),
  ])
  wakeMails(deps)
  return codes.map(spaced)
}

/** @throws Refusal `validation` for a wrong password */
export async function turnOffCodes(
  deps: Deps,
  user: SessionUser,
  { password }: PasswordProof,
  request: Request,
): Promise<void> {
  const proof = await assertOwnPassword(deps, user, { field: 'password', password }, request)
  await deps.db.write(async () => [proof, ...(await codesOffSteps(deps, user.id))])
  wakeMails(deps)
}

/** Ends the codes of an account, and tells its person where they were on. */
export async function codesOffSteps(deps: Deps, userId: number): Promise<Step[]> {
  const told = (await hasCodes(deps.db, userId))
    ? [accountMailStep(userId, 'codes_off', `codes:${crypto.randomUUID()}`, deps.now())]
    : []
  return [
    step(build.delete(codeSecrets).where(eq(codeSecrets.userId, userId))),
    step(build.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))),
    ...told,
  ]
}

/** 'abcde-fghij-klmno-pqrst' is typed with fewer mistakes. */
function spaced(code: string): string {
  return code.match(/.{5}/g)?.join('-') ?? code
}
