import type { SealKeys, SignedInUser } from '#schema/user'
import { build, type Step, step } from '../db/steps'
import { accountIdentities } from '../db/tables'
import type { Deps } from '../deps'
import { findIdentity, type Identity } from '../http/account-id'
import { readCurrentUser, type UserRow } from '../users/user-queries'

type NewIdentity = Omit<Identity, 'userId'>

/** The profile as a session's answer carries it: with the names under which devices keep this person's things. */
export async function toSignedInUser(deps: Deps, user: UserRow): Promise<SignedInUser> {
  const { accountId, sealPublicKey } = await findOrMakeIdentity(deps, user.id)
  return { ...(await readCurrentUser(deps.db, user)), accountId, lifeId: deps.feed.life(), sealKey: sealPublicKey }
}

/** Both keys of an account's seal. Only its session, or its password, is handed them. */
export async function getSealKeys(deps: Deps, userId: number): Promise<SealKeys> {
  const { accountId, sealPublicKey, sealPrivateKey } = await findOrMakeIdentity(deps, userId)
  return { accountId, publicKey: sealPublicKey, privateKey: sealPrivateKey }
}

/** Accounts from before there were identities get theirs with their next session. */
export async function findOrMakeIdentity(deps: Deps, userId: number): Promise<Identity> {
  const known = await findIdentity(deps.db, userId)
  if (known) return known
  const identity = await newIdentity()
  const { value } = await deps.db.write(async () => {
    // Two sessions at once: the one that wrote first has named the account.
    const first = await findIdentity(deps.db, userId)
    return first
      ? { steps: [], value: first }
      : { steps: [identityStep(userId, identity)], value: { userId, ...identity } }
  })
  return value
}

/** A random id and a key pair, for `identityStep`. */
export async function newIdentity(): Promise<NewIdentity> {
  return { accountId: crypto.randomUUID(), ...(await newSealKeys()) }
}

/** Names an account for good; belongs into the batch that makes the account. */
export function identityStep(userId: number, identity: NewIdentity): Step {
  return step(build.insert(accountIdentities).values({ userId, ...identity }))
}

/** A key pair for ECDH on P-256. The public key is raw, the private one PKCS #8; both in base64url. */
async function newSealKeys(): Promise<Omit<NewIdentity, 'accountId'>> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveKey'])
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ])
  const encode = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url')
  return { sealPublicKey: encode(publicKey), sealPrivateKey: encode(privateKey) }
}
