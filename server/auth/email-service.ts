import { and, eq } from 'drizzle-orm'
import type { EmailChange, EmailLinkUsed } from '#schema/account'
import { Refusal } from '#schema/errors'
import { build, type Step, step, updateStep } from '../db/steps'
import { accountLinks, users } from '../db/tables'
import type { Deps } from '../deps'
import { passwordLinkLimits } from '../http/limits'
import { type SessionUser, sessionHash } from '../http/session-user'
import { isUnverified } from '../http/unverified-queries'
import { accountMailStep, leftAddressEvent, linkUseSteps, newLink, openLink } from '../mail/account-links'
import type { AccountLink } from '../mail/mail-queries'
import { ADDRESS_LINK_HOURS, UNDO_DAYS } from '../mail/mail-words'
import { wakeMails } from '../mail/send-mails-soon'
import { findUserRow, isSuspended, type UserRow } from '../users/user-queries'
import { countAddressLink, findOpenUndo, verificationSteps } from './email-steps'
import { assertOwnPasskey } from './passkey-service'
import { assertOwnPassword } from './password-service'
import { endSessionsStep } from './password-steps'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Sends the link for the account's own address once more. @throws Refusal `too_many_requests`, `forbidden` without mail */
export async function sendVerification(deps: Deps, user: SessionUser): Promise<void> {
  assertMail(deps)
  if (!(await isUnverified(deps.db, user))) return
  await countLink(deps, user.id, user.email)
  await deps.db.write(() => verificationSteps(deps, user))
  wakeMails(deps)
}

/**
 * Sends a link to a new address. Until it is used, nothing has changed.
 * @throws Refusal `validation` for a wrong password, `invalid_credentials` for a wrong passkey, `too_many_requests`,
 * `too_many_attempts`, `forbidden` without mail
 */
export async function changeEmail(
  deps: Deps,
  user: SessionUser,
  { email, password, passkey }: EmailChange,
  request: Request,
): Promise<void> {
  assertMail(deps)
  const proof = passkey
    ? await assertOwnPasskey(deps, user.id, passkey, request)
    : await assertOwnPassword(deps, user, { field: 'password', password: password ?? '' }, request)
  if (email === user.email) {
    const words = 'This is your email address already'
    throw new Refusal('validation', words, { email: words })
  }
  await countLink(deps, user.id, email)
  const { steps } = newLink(deps.env.dataDir, {
    userId: user.id,
    kind: 'address',
    address: email,
    word: 'address_link',
    now: deps.now(),
    lastsMs: ADDRESS_LINK_HOURS * HOUR_MS,
  })
  await deps.db.write(() => [proof, ...steps])
  wakeMails(deps)
}

function assertMail(deps: Deps): void {
  if (deps.mail.mode === 'off') throw new Refusal('forbidden', 'This server sends no mail.')
}

/** Nobody fills a mailbox that is somebody else's. */
async function countLink(deps: Deps, userId: number, email: string): Promise<void> {
  const ofAccount = await deps.limits.count(`email-link/account/${userId}`, passwordLinkLimits.account)
  const waitMs = ofAccount || (await countAddressLink(deps, email))
  if (waitMs > 0)
    throw new Refusal('too_many_requests', 'We have sent you several links. Please wait some minutes.', undefined, {
      retryAfterS: Math.ceil(waitMs / 1000),
    })
}

/**
 * Does what a link is for, once. @throws Refusal `not_found` for a link that was used or has ended
 */
export async function followEmailLink(deps: Deps, token: string, request: Request): Promise<EmailLinkUsed> {
  const over = new Refusal('not_found', 'This link was used, or it has expired.')
  await deps.limits.countAddress('passwordLink', request)
  const link = await openLink(deps.db, ['verify', 'address', 'undo'], token, deps.now())
  const user = link && (await findUserRow(deps.db, link.userId))
  if (!link || !user) throw over
  // A suspended person gets their address back all the same: somebody else would keep it.
  if (link.kind !== 'undo' && isSuspended(user)) throw over
  const used = linkUseSteps(link, deps.now(), over)
  if (link.kind === 'verify') {
    // Another address has taken its place.
    if (link.address !== user.email) throw over
    await deps.db.write(() => used)
    return { username: user.username, done: 'verified' }
  }
  const isUndo = link.kind === 'undo'
  const further = isUndo
    ? [endSessionsStep(user.id, sessionHash(deps, request)), dropLink(user.id, 'address')]
    : await undoSteps(deps, user)
  await deps.db.write(() => [
    ...used,
    updateStep(users, { email: link.address }, eq(users.id, user.id)),
    // A link that went to the other address opens nothing any more.
    dropLink(user.id, 'password'),
    dropLink(user.id, 'verify'),
    ...further,
  ])
  wakeMails(deps)
  return { username: user.username, done: isUndo ? 'undone' : 'changed' }
}

function dropLink(userId: number, kind: AccountLink['kind']): Step {
  return step(build.delete(accountLinks).where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, kind))))
}

/**
 * The old address is told, and can undo the change. A second change is told, too, and leaves the way back to the first address as it is. An
 * address that nobody has confirmed may be a stranger's, who would be handed the account.
 */
async function undoSteps(deps: Deps, user: UserRow): Promise<Step[]> {
  if (await isUnverified(deps.db, user)) return []
  if (await findOpenUndo(deps, user.id))
    return [accountMailStep(user.id, 'address_changed_again', leftAddressEvent(user.email), deps.now())]
  return newLink(deps.env.dataDir, {
    userId: user.id,
    kind: 'undo',
    address: user.email,
    word: 'address_changed',
    now: deps.now(),
    lastsMs: UNDO_DAYS * DAY_MS,
  }).steps
}
