import { eq } from 'drizzle-orm'
import type { SignInResult } from '#schema/account'
import { reopenableUntil } from '#schema/account'
import { isCompleteAddress } from '#schema/address'
import { TERMS_VERSION } from '#schema/consent'
import { Refusal } from '#schema/errors'
import { neighborhoodOf } from '#schema/places'
import type { Registration } from '#schema/registration'
import type { Credentials } from '#schema/user'
import { build, type Step, step, toStatement, updateStep } from '../db/steps'
import { users } from '../db/tables'
import type { Deps } from '../deps'
import { placeOf } from '../http/device-words'
import type { Turn } from '../http/semaphore'
import { endSession, newSession, type Place, roomForSession } from '../http/session-user'
import { canConfirm } from '../http/verified'
import { accountMailStep } from '../mail/account-links'
import { actToken } from '../mail/act-link'
import { findSuspension } from '../mail/mail-queries'
import { wakeMails } from '../mail/send-mails-soon'
import { putOnShowSteps } from '../users/on-show'
import { findUserByName, isSuspended, type UserRow, usernameKey } from '../users/user-queries'
import { identityStep, newIdentity } from './account-identity'
import { assertUncommonPassword } from './common-passwords'
import { countAddressLink, verificationSteps } from './email-steps'
import { type Device, deviceOf, hasKnownDevices, isKnownDevice, knowDeviceSteps } from './known-devices'
import { signInStep, wrongSignInStep } from './session-list'
import { openTry, turnOf } from './sign-in-guard'
import { takeCode } from './take-code'

export interface SignedIn {
  user: UserRow
  cookies: string[]
  seq: number
}

/**
 * Creates an account and signs its person in.
 * @throws Refusal `username_taken`, `validation` for a common password, `client_too_old` for a form that named other terms,
 * `too_many_requests`, `too_many_attempts`.
 */
export async function register(deps: Deps, registration: Registration, request: Request): Promise<SignedIn> {
  if ((registration.termsVersion ?? TERMS_VERSION) !== TERMS_VERSION) throw new Refusal('client_too_old')
  const taken = new Refusal('username_taken', undefined, { username: 'Username already exists' })
  if (await findUserByName(deps.db, registration.username)) throw taken
  await assertUncommonPassword(deps, registration)
  await deps.limits.countAddress('registration', request)
  const passwordHash = await deps.passwords.hash(registration.password, await turnOf(deps, request))
  const identity = await newIdentity()
  const old = endSession(deps, request)
  const device = deviceOf(deps, request)
  const isMailed = (await countAddressLink(deps, registration.email)) === 0
  const { value, seq } = await deps.db.write(async (ids) => {
    if (await findUserByName(deps.db, registration.username)) throw taken
    const row = newUserRow(await ids.next('users'), registration, passwordHash, deps.now())
    const place = placeOf(request, registration.timeZone)
    const session = newSession(deps, row.id, place)
    const insert = step(build.insert(users).values(row), taken)
    return {
      steps: [
        ...old.steps,
        insert,
        identityStep(row.id, identity),
        session.step,
        signInStep(row.id, { ...place, now: deps.now(), result: 'registered' }).step,
        ...(await knowDeviceSteps(deps, device, row.id)),
        ...(canConfirm(deps) ? verificationSteps(deps, row, isMailed) : []),
      ],
      value: { user: row, cookies: [...session.cookies, device.cookie] },
    }
  })
  return { ...value, seq }
}

/**
 * Signs a person in and ends the session that the browser had before. An unknown username and a wrong password cost the
 * same and get the same answer.
 * @throws Refusal `invalid_credentials`, `too_many_requests`, `too_many_attempts`, `code_required` and `wrong_code` where the
 * account asks for codes, `account_closing`, and `forbidden` for a suspended account.
 */
export async function login(deps: Deps, credentials: Credentials, request: Request): Promise<SignedIn> {
  const right = await assertPassword(deps, credentials, request)
  try {
    return await enter(deps, credentials, request, right)
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'wrong_code') {
      const wrong = { ...right.place, now: deps.now(), result: 'wrong_code' } as const
      await deps.db.batch([toStatement(wrongSignInStep(credentials.username, wrong))])
    }
    throw error
  }
}

/** Takes the code that the account asks for, and begins the session. */
async function enter(
  deps: Deps,
  credentials: Credentials,
  request: Request,
  { device, turn, hash, place }: RightPassword,
): Promise<SignedIn> {
  const account = await findUserByName(deps.db, credentials.username)
  if (account) await assertMayEnter(deps, account, credentials.reopen)
  const code = account && (await takeCode(deps, account.id, credentials.code))
  const newHash = deps.passwords.isOutdated(hash) ? await deps.passwords.hash(credentials.password, turn) : null
  const { value, seq } = await deps.db.write(async () => {
    const user = await findUserByName(deps.db, credentials.username)
    // The password may have been replaced meanwhile.
    if (user?.passwordHash !== hash) throw new Refusal('invalid_credentials')
    await assertMayEnter(deps, user, credentials.reopen)
    const entered = await enterSteps(deps, request, {
      userId: user.id,
      device,
      place: { ...place, isStrong: code !== null },
      result: code?.result ?? 'password',
    })
    const rehash = newHash === null ? [] : [passwordHashStep(user.id, newHash)]
    return {
      steps: [...(code?.steps ?? []), ...reopenSteps(user), ...entered.steps, ...rehash],
      value: { user: { ...user, closingAt: null, suspendedAt: null }, cookies: entered.cookies },
    }
  })
  wakeMails(deps)
  return { ...value, seq }
}

/** @throws Refusal `forbidden` for a suspended account, with the token of the decision; `account_closing` for one that its person has closed and does not take back */
export async function assertMayEnter(deps: Deps, user: UserRow, reopen = false): Promise<void> {
  if (isSuspended(user)) {
    const actId = await findSuspension(deps.db, user)
    const now = actId && { decision: actToken(deps.env.dataDir, { actId, personId: user.id }) }
    throw new Refusal('forbidden', 'This account is suspended.', undefined, now ? { now } : {})
  }
  if (user.closedAt) throw new Refusal('invalid_credentials')
  if (!user.closingAt || reopen) return
  const until = reopenableUntil(user.closingAt).toISOString()
  throw new Refusal('account_closing', undefined, undefined, { now: { until } })
}

/** Takes an account back: it is as it was. */
export function reopenSteps({ id, closingAt, suspendedAt }: UserRow): Step[] {
  return closingAt && suspendedAt ? putOnShowSteps(id, suspendedAt, { closingAt: null }) : []
}

/** Begins a session in place of the browser's last one, and tells the person of a device that the account has not seen. */
export async function enterSteps(
  deps: Deps,
  request: Request,
  { userId, device, place, result }: { userId: number; device: Device; place: Place; result: SignInResult },
): Promise<{ steps: Step[]; cookies: string[] }> {
  const now = deps.now()
  const session = newSession(deps, userId, place)
  const entry = signInStep(userId, { ...place, now, result })
  const isStrange = !(await isKnownDevice(deps, device, userId)) && (await hasKnownDevices(deps, userId))
  return {
    cookies: [...session.cookies, device.cookie],
    steps: [
      ...endSession(deps, request).steps,
      roomForSession(userId),
      session.step,
      entry.step,
      ...(await knowDeviceSteps(deps, device, userId)),
      ...(isStrange ? [accountMailStep(userId, 'new_device', `sign-in:${entry.id}`, now)] : []),
    ],
  }
}

/**
 * Checks a password without a sign-in, behind the same guard. @returns the account
 * @throws Refusal as `login` does
 */
export async function checkPassword(deps: Deps, credentials: Credentials, request: Request): Promise<UserRow> {
  const { hash } = await assertPassword(deps, credentials, request)
  const user = await findUserByName(deps.db, credentials.username)
  if (user?.passwordHash !== hash) throw new Refusal('invalid_credentials')
  await assertMayEnter(deps, user)
  return user
}

function passwordHashStep(userId: number, passwordHash: string): Step {
  return updateStep(users, { passwordHash }, eq(users.id, userId))
}

interface RightPassword {
  device: Device
  place: Place
  turn: Turn
  /** The stored hash of the password. */
  hash: string
}

/** @returns the caller's device and turn @throws Refusal `invalid_credentials`, `too_many_requests`, `too_many_attempts` */
async function assertPassword(deps: Deps, credentials: Credentials, request: Request): Promise<RightPassword> {
  const device = deviceOf(deps, request)
  const place = placeOf(request, credentials.timeZone)
  const account = await findUserByName(deps.db, credentials.username)
  const isKnown = account !== null && (await isKnownDevice(deps, device, account.id))
  const attempt = await openTry(deps, request, credentials.username, isKnown ? device.hash : null)
  let hash: string | undefined
  const findHash = async () => {
    hash = (await findUserByName(deps.db, credentials.username))?.passwordHash
    return hash
  }
  const isRight = await deps.passwords.matches(credentials.password, findHash, attempt.turn)
  if (!isRight || hash === undefined) {
    const wrong = wrongSignInStep(credentials.username, { ...place, now: deps.now(), result: 'wrong_password' })
    await deps.db.batch([toStatement(wrong)])
    throw new Refusal('invalid_credentials')
  }
  await attempt.succeeded()
  return { device, turn: attempt.turn, hash, place }
}

/** Ends the request's session. @returns the cookies that clear the browser's. */
export async function logout(deps: Deps, request: Request): Promise<string[]> {
  const { steps, cookies } = endSession(deps, request)
  if (steps.length > 0) await deps.db.write(() => steps)
  return cookies
}

function newUserRow(id: number, registration: Registration, passwordHash: string, now: Date): UserRow {
  const { username, email } = registration
  const address = {
    street: registration.street || null,
    city: registration.city || null,
    state: registration.state || null,
    zipCode: registration.zipCode || null,
  }
  return {
    id,
    username,
    usernameKey: usernameKey(username),
    email,
    passwordHash,
    ...address,
    neighborhood: neighborhoodOf(address.zipCode),
    hasCompletedAddressSetup: isCompleteAddress(address),
    stripeAccountId: null,
    stripeCustomerId: null,
    defaultPaymentMethodId: null,
    hasCompletedStripeOnboarding: false,
    payoutTrouble: null,
    profilePhoto: null,
    description: null,
    suspendedAt: null,
    closingAt: null,
    closedAt: null,
    isOperator: false,
    operatorRole: 'support',
    payoutsHeldAt: null,
    calendarToken: null,
    calendarNonce: null,
    reviewCount: 0,
    reviewStars: 0,
    termsVersion: TERMS_VERSION,
    termsAt: now.toISOString(),
    createdAt: now.toISOString(),
  }
}
