import { eq } from 'drizzle-orm'
import { isCompleteAddress } from '#schema/address'
import { Refusal } from '#schema/errors'
import type { Credentials, Registration } from '#schema/user'
import { build, type Step, step } from '../db/steps'
import { users } from '../db/tables'
import type { Deps } from '../deps'
import { callerOf } from '../http/caller'
import { endSession, newSession } from '../http/session-user'
import type { Turn } from '../http/turns'
import { neighborhoodOf } from '../users/neighborhoods'
import { findUserByName, type UserRow, usernameKey } from '../users/user-queries'
import { identityStep, newIdentity } from './account-identity'
import { assertUncommonPassword } from './common-passwords'
import { type Device, deviceOf, isKnownDevice, knowDeviceSteps } from './known-devices'
import { openTry, turnOf } from './sign-in-guard'

export interface SignedIn {
  user: UserRow
  cookies: string[]
  seq: number
}

/**
 * Creates an account and signs its person in.
 * @throws Refusal `username_taken`, `validation` for a common password, `too_many_requests`, `too_many_attempts`.
 */
export async function register(deps: Deps, registration: Registration, request: Request): Promise<SignedIn> {
  const taken = new Refusal('username_taken', undefined, { username: 'Username already exists' })
  if (await findUserByName(deps.db, registration.username)) throw taken
  await assertUncommonPassword(registration)
  await deps.limits.countAddress('registration', request)
  const passwordHash = await deps.passwords.hash(registration.password, await turnOf(deps, callerOf(request)))
  const identity = await newIdentity()
  const old = endSession(deps, request)
  const device = deviceOf(deps, request)
  const { value, seq } = await deps.db.write(async (ids) => {
    if (await findUserByName(deps.db, registration.username)) throw taken
    const row = newUserRow(await ids.next('users'), registration, passwordHash, deps.now())
    const session = newSession(deps, row.id)
    const insert = step(build.insert(users).values(row), taken)
    return {
      steps: [
        ...old.steps,
        insert,
        identityStep(row.id, identity),
        session.step,
        ...(await knowDeviceSteps(deps, device, row.id)),
      ],
      value: { user: row, cookies: [...session.cookies, device.cookie] },
    }
  })
  return { ...value, seq }
}

/**
 * Signs a person in and ends the session that the browser had before. An unknown username and a wrong password cost the
 * same and get the same answer.
 * @throws Refusal `invalid_credentials`, `too_many_requests`, `too_many_attempts`, and `forbidden` for a suspended account.
 */
export async function login(deps: Deps, credentials: Credentials, request: Request): Promise<SignedIn> {
  const { device, turn, hash } = await assertPassword(deps, credentials, request)
  const newHash = deps.passwords.isOutdated(hash) ? await deps.passwords.hash(credentials.password, turn) : null
  const { value, seq } = await deps.db.write(async () => {
    const user = await findUserByName(deps.db, credentials.username)
    if (!user) throw new Refusal('invalid_credentials')
    if (user.suspendedAt) throw new Refusal('forbidden', 'This account is suspended.')
    const session = newSession(deps, user.id)
    // A password that was replaced meanwhile stays replaced.
    const rehash = newHash !== null && user.passwordHash === hash ? [passwordHashStep(user.id, newHash)] : []
    return {
      steps: [
        ...endSession(deps, request).steps,
        session.step,
        ...rehash,
        ...(await knowDeviceSteps(deps, device, user.id)),
      ],
      value: { user, cookies: [...session.cookies, device.cookie] },
    }
  })
  return { ...value, seq }
}

/**
 * Checks a password without a sign-in, behind the same guard. @returns the id of the account
 * @throws Refusal as `login` does
 */
export async function checkPassword(deps: Deps, credentials: Credentials, request: Request): Promise<number> {
  await assertPassword(deps, credentials, request)
  const user = await findUserByName(deps.db, credentials.username)
  if (!user) throw new Refusal('invalid_credentials')
  if (user.suspendedAt) throw new Refusal('forbidden', 'This account is suspended.')
  return user.id
}

function passwordHashStep(userId: number, passwordHash: string): Step {
  return step(build.update(users).set({ passwordHash }).where(eq(users.id, userId)))
}

interface RightPassword {
  device: Device
  turn: Turn
  /** What is stored of the password. */
  hash: string
}

/** @returns the caller's device and turn @throws Refusal `invalid_credentials`, `too_many_requests`, `too_many_attempts` */
async function assertPassword(deps: Deps, credentials: Credentials, request: Request): Promise<RightPassword> {
  const device = deviceOf(deps, request)
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
    await attempt.failed()
    throw new Refusal('invalid_credentials')
  }
  await attempt.succeeded()
  return { device, turn: attempt.turn, hash }
}

/** Ends the request's session. @returns the cookies that clear the browser's. */
export async function logout(deps: Deps, request: Request): Promise<string[]> {
  const { steps, cookies } = endSession(deps, request)
  if (steps.length > 0) await deps.db.write(() => ({ steps, value: null }))
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
    isOperator: false,
    payoutsHeldAt: null,
    calendarToken: null,
    calendarNonce: null,
    createdAt: now.toISOString(),
  }
}
