import { asc, eq, inArray, sql } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import type { PasswordByLink, PasswordChange } from '#schema/password'
import { build, guard, type Step, step, toStatement } from '../db/steps'
import { passwordRequests, users } from '../db/tables'
import type { Deps } from '../deps'
import { passwordLinkLimits } from '../http/limits'
import { type SessionUser, sessionHash } from '../http/session-user'
import { addressWaits, isUnverified } from '../http/unverified-queries'
import { linkUseSteps, newLink, openLink } from '../mail/account-links'
import { PASSWORD_LINK_MINUTES } from '../mail/mail-words'
import { wakeMails } from '../mail/send-mails-soon'
import { findUserByName, findUserRow, isSuspended, type UserRow } from '../users/user-queries'
import { checkPassword } from './auth-service'
import { assertUncommonPassword } from './common-passwords'
import { countAddressLink } from './email-steps'
import { deviceOf, knowDeviceSteps } from './known-devices'
import { hasEndingPasskeys } from './passkey-queries'
import { passwordGuard, passwordSteps } from './password-steps'
import { forgetTries, turnOf } from './sign-in-guard'

const MINUTE_MS = 60_000
/** Accounts of one mail address that are written to. */
const ACCOUNTS_MAX = 5
const PAGE = 100

/**
 * Notes that somebody wants a new password. Whether there is such an account is looked up behind the answer, so that a
 * stranger learns it neither from the answer nor from the time that it takes.
 * @throws Refusal `too_many_requests`; `forbidden` on a server without mail
 */
export async function askForPassword(deps: Deps, name: string, request: Request): Promise<void> {
  if (deps.mail.mode === 'off')
    throw new Refusal('forbidden', 'This server sends no mail. Ask whoever runs it for a new password.')
  await deps.limits.countAddress('passwordLink', request)
  const row = { name, at: deps.now().toISOString() }
  await deps.db.batch([toStatement(step(build.insert(passwordRequests).values(row)))])
  wakeMails(deps)
}

/** Makes the links that were asked for: the mail of each is written in the batch that makes it. */
export async function workPasswordRequests(deps: Deps): Promise<void> {
  for (;;) {
    const open = await deps.db.read.select().from(passwordRequests).orderBy(asc(passwordRequests.id)).limit(PAGE)
    if (open.length === 0) return
    const steps: Step[] = []
    for (const { name } of open)
      for (const user of await findAccounts(deps, name))
        if (await mayBeSent(deps, user))
          steps.push(...passwordLink(deps, user, PASSWORD_LINK_MINUTES * MINUTE_MS).steps)
    const ids = open.map(({ id }) => id)
    const these = inArray(passwordRequests.id, ids)
    const worked = new Refusal('busy')
    // Others may have made the links meanwhile: further ones would replace theirs.
    const isOpen = guard(sql`(SELECT count(*) FROM password_requests WHERE ${these}) = ${ids.length}`, worked)
    const done = step(build.delete(passwordRequests).where(these))
    await deps.db
      .write(() => [isOpen, ...steps, done])
      .catch((error) => {
        if (error !== worked) throw error
      })
  }
}

/** No username holds an @. Those who have proven the address come before strangers who name it. */
async function findAccounts(deps: Deps, name: string): Promise<UserRow[]> {
  const found = name.includes('@')
    ? await deps.db.read
        .select()
        .from(users)
        .where(eq(sql`lower(${users.email})`, name.toLowerCase()))
        .orderBy(addressWaits, asc(users.id))
        .limit(ACCOUNTS_MAX)
    : [await findUserByName(deps.db, name)]
  return found.filter((user) => user !== null).filter((user) => !isSuspended(user))
}

/** Nobody's mailbox is filled by strangers, who may have many accounts that name it. */
async function mayBeSent(deps: Deps, user: UserRow): Promise<boolean> {
  if ((await deps.limits.count(`password-link/account/${user.id}`, passwordLinkLimits.account)) > 0) return false
  return !(await isUnverified(deps.db, user)) || (await countAddressLink(deps, user.email)) === 0
}

/** A link for a new password, with its mail; the one before leads nowhere from now on. */
export function passwordLink(deps: Deps, user: UserRow, lastsMs: number): { steps: Step[]; url: string } {
  const { steps, token } = newLink(deps.env.dataDir, {
    userId: user.id,
    kind: 'password',
    address: user.email,
    word: 'password_link',
    now: deps.now(),
    lastsMs,
  })
  return { steps, url: `${deps.env.origin}/new-password#${token}` }
}

/**
 * Sets the password that a link allows, once. Every session ends, and so do passkeys. Of all browsers, the account knows this one alone.
 * @returns whose it is, and the cookie that names the browser
 * @throws Refusal `not_found` for a link that was used or has ended, `too_many_requests`, `too_many_attempts`
 */
export async function setPasswordByLink(
  deps: Deps,
  { token, password }: PasswordByLink,
  request: Request,
): Promise<{ user: UserRow; endsPasskeys: boolean; cookie: string }> {
  const over = new Refusal('not_found', 'This link was used, or it has expired. Ask for a new one.')
  await deps.limits.countAddress('passwordLink', request)
  const link = await openLink(deps.db, ['password'], token, deps.now())
  const user = link && (await findUserRow(deps.db, link.userId))
  if (!link || !user || isSuspended(user)) throw over
  await assertUncommonPassword(deps, { ...user, password })
  const passwordHash = await deps.passwords.hash(password, await turnOf(deps, request))
  const now = deps.now()
  const device = deviceOf(deps, request)
  const { value: endsPasskeys } = await deps.db.write(async () => {
    const value = await hasEndingPasskeys(deps.db, user.id)
    const steps = passwordSteps({ userId: user.id, passwordHash, now, endsPasskeys: value })
    const known = await knowDeviceSteps(deps, device, user.id)
    return { value, steps: [...linkUseSteps(link, now, over), ...steps, ...known] }
  })
  await forgetTries(deps, user.username)
  wakeMails(deps)
  return { user, endsPasskeys, cookie: device.cookie }
}

/**
 * Changes the password of somebody who is signed in; their other sessions end.
 * @throws Refusal `validation` when the old password is another one, `too_many_requests`, `too_many_attempts`
 */
export async function changePassword(
  deps: Deps,
  user: SessionUser,
  { oldPassword, password }: PasswordChange,
  request: Request,
): Promise<void> {
  const proof = await assertOwnPassword(deps, user, { field: 'oldPassword', password: oldPassword }, request)
  await assertUncommonPassword(deps, { ...user, password })
  const passwordHash = await deps.passwords.hash(password, await turnOf(deps, request))
  const except = sessionHash(deps, request)
  await deps.db.write(() => [proof, ...passwordSteps({ userId: user.id, passwordHash, now: deps.now(), except })])
  wakeMails(deps)
}

/**
 * Asks again for the password of somebody who is signed in. @returns a guard for the batch that relies on it: the password may be
 * replaced meanwhile
 * @throws Refusal `validation` beside `field` when it is another one
 */
export async function assertOwnPassword(
  deps: Deps,
  user: SessionUser,
  { field, password }: { field: string; password: string },
  request: Request,
): Promise<Step> {
  const words = 'That is not your password'
  const wrong = new Refusal('validation', words, { [field]: words })
  try {
    const { passwordHash } = await checkPassword(deps, { username: user.username, password }, request)
    return passwordGuard(user.id, passwordHash, wrong)
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'invalid_credentials') throw error
    throw wrong
  }
}
