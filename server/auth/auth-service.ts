import { isCompleteAddress } from '#schema/address'
import { Refusal } from '#schema/errors'
import type { Credentials, CurrentUser, Registration } from '#schema/user'
import { build, step } from '../db/steps'
import { users } from '../db/tables'
import type { Deps } from '../deps'
import { endSession, newSession } from '../http/session-user'
import { neighborhoodOf } from '../users/neighborhoods'
import { findUserByName, toCurrentUser, type UserRow, usernameKey } from '../users/user-queries'
import { attemptKey, clearAttempts, countAttempt } from './login-attempts'

export interface SignedIn {
  user: CurrentUser
  cookies: string[]
  seq: number
}

/** Creates an account and signs its person in. @throws Refusal `username_taken`, `too_many_attempts`. */
export async function register(deps: Deps, registration: Registration, request: Request): Promise<SignedIn> {
  const taken = new Refusal('username_taken', undefined, { username: 'Username already exists' })
  if (await findUserByName(deps.db, registration.username)) throw taken
  const passwordHash = await deps.passwords.hash(registration.password)
  const old = endSession(deps, request)
  const { value, seq } = await deps.db.write(async (ids) => {
    if (await findUserByName(deps.db, registration.username)) throw taken
    const row = newUserRow(await ids.next('users'), registration, passwordHash, {
      now: deps.now(),
      isOperatorName: deps.env.operators.includes(usernameKey(registration.username)),
    })
    const session = newSession(deps, row.id)
    const insert = step(build.insert(users).values(row), taken)
    return {
      steps: [...old.steps, insert, session.step],
      value: { user: toCurrentUser(row), cookies: session.cookies },
    }
  })
  return { ...value, seq }
}

/**
 * Signs a person in and ends the session that the browser had before. An unknown username and a wrong password cost the
 * same and get the same answer. `address` is where the caller sits, for the throttle.
 * @throws Refusal `invalid_credentials`, `too_many_attempts`, and `forbidden` for a suspended account.
 */
export async function login(
  deps: Deps,
  credentials: Credentials,
  request: Request,
  address: string,
): Promise<SignedIn> {
  const key = attemptKey(credentials.username, address)
  const isRight = await deps.passwords.matches(credentials.password, async () => {
    await countAttempt(deps.db, key, deps.now())
    return (await findUserByName(deps.db, credentials.username))?.passwordHash
  })
  if (!isRight) throw new Refusal('invalid_credentials')
  const { value, seq } = await deps.db.write(async () => {
    const user = await findUserByName(deps.db, credentials.username)
    if (!user) throw new Refusal('invalid_credentials')
    if (user.suspendedAt) throw new Refusal('forbidden', 'This account is suspended.')
    const session = newSession(deps, user.id)
    return {
      steps: [...endSession(deps, request).steps, session.step, clearAttempts(key)],
      value: { user: toCurrentUser(user), cookies: session.cookies },
    }
  })
  return { ...value, seq }
}

/** Ends the request's session. @returns the cookies that clear the browser's. */
export async function logout(deps: Deps, request: Request): Promise<string[]> {
  const { steps, cookies } = endSession(deps, request)
  if (steps.length > 0) await deps.db.write(() => ({ steps, value: null }))
  return cookies
}

function newUserRow(
  id: number,
  registration: Registration,
  passwordHash: string,
  { now, isOperatorName }: { now: Date; isOperatorName: boolean },
): UserRow {
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
    isOperator: isOperatorName,
    calendarToken: null,
    createdAt: now.toISOString(),
  }
}
