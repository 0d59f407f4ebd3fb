import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, eq, lt, sql } from 'drizzle-orm'
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyNaming,
  PasskeyRemoval,
  PasskeySignIn,
  PasswordProof,
} from '#schema/account'
import { Refusal } from '#schema/errors'
import { PRODUCT_NAME } from '#schema/product'
import { build, guard, type Step, step, updateStep } from '../db/steps'
import { passkeyChallenges, passkeys, sessions } from '../db/tables'
import type { Deps } from '../deps'
import { isLoopback } from '../env'
import { placeOf } from '../http/device-words'
import { accountLimits } from '../http/limits'
import { type SessionUser, sessionHash } from '../http/session-user'
import { accountMailStep } from '../mail/account-links'
import { wakeMails } from '../mail/send-mails-soon'
import { findUserRow } from '../users/user-queries'
import { findOrMakeIdentity } from './account-identity'
import { assertMayEnter, enterSteps, reopenSteps, type SignedIn } from './auth-service'
import { deviceOf } from './known-devices'
import { findPasskey, listPasskeys } from './passkey-queries'
import { assertOwnPassword } from './password-service'

const CHALLENGE_MS = 5 * 60_000

/** Loaded at the first use: a server without passkeys never needs it. */
const webauthn = () => import('@simplewebauthn/server')

/** The party that asks for passkeys, named by the server's own origin, whatever a request says. Browsers take no bare address for a name. */
function relyingParty({ env }: Deps): { rpID: string; origins: string[] } {
  const { hostname, port } = new URL(env.origin)
  if (!isLoopback(env.origin)) return { rpID: hostname, origins: [env.origin] }
  return { rpID: 'localhost', origins: [`http://localhost${port ? `:${port}` : ''}`] }
}

/** @throws Refusal `validation` for a wrong password, `too_many_kept` */
export async function startPasskey(deps: Deps, user: SessionUser, { password }: PasswordProof, request: Request) {
  const proof = await assertOwnPassword(deps, user, { field: 'password', password }, request)
  const own = await listPasskeys(deps.db, user.id)
  if (own.length >= accountLimits.passkeys) throw new Refusal('too_many_kept')
  const { rpID } = relyingParty(deps)
  const { accountId } = await findOrMakeIdentity(deps, user.id)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID,
    userName: user.username,
    userID: new TextEncoder().encode(accountId),
    attestationType: 'none',
    excludeCredentials: own.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(deps, options.challenge, user.id, [proof])
  return { options: { ...options } }
}

/** Adds what the browser has made; from then on the session counts as strong. @throws Refusal `validation` */
export async function addPasskey(
  deps: Deps,
  user: SessionUser,
  { name, answer }: NewPasskey,
  request: Request,
): Promise<void> {
  const wrong = new Refusal('validation', 'This passkey could not be added. Please try again.')
  const { rpID, origins } = relyingParty(deps)
  const { verifyRegistrationResponse } = await webauthn()
  const challenge = challengeIn(answer)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} } as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw wrong
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  const now = deps.now()
  const row = {
    id,
    userId: user.id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
    name,
    createdAt: now.toISOString(),
  }
  await deps.db.write(() => [
    ...challengeUseSteps(challenge, user.id, now, wrong),
    step(build.insert(passkeys).values(row), wrong),
    updateStep(sessions, { isStrong: true }, eq(sessions.tokenHash, sessionHash(deps, request) ?? '')),
    accountMailStep(user.id, 'passkey_added', `passkey:${crypto.randomUUID()}`, now),
  ])
  wakeMails(deps)
}

export async function renamePasskey(deps: Deps, userId: number, { id, name }: PasskeyNaming): Promise<void> {
  await deps.db.write(() => [updateStep(passkeys, { name }, ownOne(userId, id))])
}

/** @throws Refusal `validation` for a wrong password, `not_found` */
export async function removePasskey(
  deps: Deps,
  user: SessionUser,
  { id, password }: PasskeyRemoval,
  request: Request,
): Promise<void> {
  const proof = await assertOwnPassword(deps, user, { field: 'password', password }, request)
  if ((await findPasskey(deps.db, id))?.userId !== user.id) throw new Refusal('not_found')
  await deps.db.write(() => [
    proof,
    step(build.delete(passkeys).where(ownOne(user.id, id))),
    accountMailStep(user.id, 'passkey_removed', `passkey:${crypto.randomUUID()}`, deps.now()),
  ])
  wakeMails(deps)
}

/** A challenge for whoever has a passkey here: the answer names the account. @throws Refusal `too_many_requests` */
export async function startPasskeySignIn(deps: Deps, request: Request) {
  await deps.limits.countAddress('signIn', request)
  const { generateAuthenticationOptions } = await webauthn()
  const { rpID } = relyingParty(deps)
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  await keepChallenge(deps, options.challenge, null)
  return { options: { ...options } }
}

/**
 * Signs in whoever's passkey has signed the challenge.
 * @throws Refusal `invalid_credentials`, `too_many_requests`, `account_closing`, and `forbidden` for a suspended account
 */
export async function signInByPasskey(
  deps: Deps,
  { answer, timeZone, reopen }: PasskeySignIn,
  request: Request,
): Promise<SignedIn> {
  const { passkey, useSteps } = await verifyPasskey(deps, answer, request)
  const device = deviceOf(deps, request)
  const place = { ...placeOf(request, timeZone), isStrong: true }
  const { value, seq } = await deps.db.write(async () => {
    const user = await findUserRow(deps.db, passkey.userId)
    if (!user) throw notHere()
    await assertMayEnter(deps, user, reopen)
    const entered = await enterSteps(deps, request, { userId: user.id, device, place, result: 'passkey' })
    return {
      value: { user: { ...user, closingAt: null, suspendedAt: null }, cookies: entered.cookies },
      steps: [...reopenSteps(user), ...useSteps, ...entered.steps],
    }
  })
  wakeMails(deps)
  return { ...value, seq }
}

/**
 * Asks again, by a passkey, who is signed in. @returns a guard for the batch that relies on it: the passkey may be removed meanwhile
 * @throws Refusal `invalid_credentials`, `too_many_requests`
 */
export async function assertOwnPasskey(
  deps: Deps,
  userId: number,
  answer: PasskeyAnswer,
  request: Request,
): Promise<Step> {
  const { passkey, useSteps } = await verifyPasskey(deps, answer, request)
  if (passkey.userId !== userId) throw notHere()
  await deps.db.write(() => useSteps)
  return guard(sql`EXISTS (SELECT 1 FROM passkeys WHERE id = ${passkey.id})`, notHere())
}

const notHere = () => new Refusal('invalid_credentials', 'This passkey does not open an account here.')

/** Finds the passkey that has signed a challenge of ours, and the steps that use the challenge up. @throws Refusal as its callers */
async function verifyPasskey(deps: Deps, answer: PasskeyAnswer, request: Request) {
  await deps.limits.countAddress('signIn', request)
  const wrong = notHere()
  const passkey = await findPasskey(deps.db, answer.id)
  if (!passkey) throw wrong
  const { rpID, origins } = relyingParty(deps)
  const { verifyAuthenticationResponse } = await webauthn()
  const challenge = challengeIn(answer)
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} } as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpID,
    requireUserVerification: true,
    // A counter that did not grow belongs to a copy of the key.
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => null)
  if (!verified?.verified) throw wrong
  const [now, { newCounter }] = [deps.now(), verified.authenticationInfo]
  const used = { counter: newCounter, lastUsedAt: now.toISOString() }
  const useSteps = [
    ...challengeUseSteps(challenge, null, now, wrong),
    guard(sql`EXISTS (SELECT 1 FROM passkeys WHERE id = ${passkey.id} AND counter = ${passkey.counter})`, wrong),
    updateStep(passkeys, used, eq(passkeys.id, passkey.id)),
  ]
  return { passkey, useSteps }
}

const ownOne = (userId: number, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

async function keepChallenge(deps: Deps, challenge: string, userId: number | null, proof: Step[] = []): Promise<void> {
  const now = deps.now()
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS).toISOString()
  await deps.db.write(() => [
    ...proof,
    step(build.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now.toISOString()))),
    step(build.insert(passkeyChallenges).values({ challenge, userId, expiresAt })),
  ])
}

/** Takes a challenge away as it is used. @throws (in the batch) `refusal` for one that was used, has ended or is another person's */
function challengeUseSteps(challenge: string, userId: number | null, now: Date, refusal: Refusal): Step[] {
  return [
    guard(
      sql`EXISTS (SELECT 1 FROM passkey_challenges WHERE challenge = ${challenge} AND user_id IS ${userId} AND expires_at > ${now.toISOString()})`,
      refusal,
    ),
    step(build.delete(passkeyChallenges).where(eq(passkeyChallenges.challenge, challenge))),
  ]
}

/** The challenge that an answer says it has signed; empty where it says nothing readable. */
function challengeIn({ response }: NewPasskey['answer']): string {
  try {
    const read: unknown = JSON.parse(Buffer.from(String(response.clientDataJSON), 'base64url').toString())
    const challenge = (read as { challenge?: unknown } | null)?.challenge
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
