import { TERMS_VERSION } from '#schema/consent'
import { neighborhoodOf } from '#schema/places'
import { usernameKey } from '../users/user-queries'
import { DEMO_ACCOUNTS, DEMO_OPERATOR } from './demo-accounts'
import { DAY, type DemoBasis, type DemoUser, minutesBefore } from './demo-basis'
import { NEIGHBORS, type Neighbor } from './demo-copy'
import { photoUrl } from './demo-photos'

const OPERATOR_FOR_DAYS = 720

export interface PasswordHashes {
  /** Of the password that the sign-in page names. */
  known: string
  /** Of a password that nobody knows. */
  unknown: string
}

/** Everybody of the demo; whoever rents out or sells is ready to be paid. */
export function peopleRows(basis: DemoBasis, hashes: PasswordHashes): DemoUser[] {
  return NEIGHBORS.map((neighbor, index) => ({
    id: index + 1,
    username: neighbor.username,
    usernameKey: usernameKey(neighbor.username),
    email: `${neighbor.username}@trestle.example`,
    passwordHash: isDemoAccount(neighbor.username) ? hashes.known : hashes.unknown,
    hasCompletedStripeOnboarding: isOwner(neighbor),
    profilePhoto: neighbor.avatar ? photoUrl(basis.photos, neighbor.avatar) : null,
    description: neighbor.bio,
    street: neighbor.street,
    city: neighbor.city,
    state: 'NY',
    zipCode: neighbor.zipCode,
    neighborhood: neighborhoodOf(neighbor.zipCode),
    hasCompletedAddressSetup: true,
    termsVersion: TERMS_VERSION,
    createdAt: minutesBefore(basis.now, neighbor.memberForDays * DAY),
  }))
}

/** The operator of the demo: somebody who rents, sells and posts nothing. */
export function operatorRow(basis: DemoBasis, id: number, hashes: PasswordHashes): DemoUser {
  const username = DEMO_OPERATOR.username
  return {
    id,
    username,
    usernameKey: usernameKey(username),
    email: `${username}@trestle.example`,
    passwordHash: hashes.known,
    isOperator: true,
    operatorRole: 'admin',
    termsVersion: TERMS_VERSION,
    createdAt: minutesBefore(basis.now, OPERATOR_FOR_DAYS * DAY),
  }
}

export function isDemoAccount(username: string): boolean {
  return DEMO_ACCOUNTS.some((account) => account.username === username)
}

/** Does this person earn money here? */
function isOwner(neighbor: Neighbor): boolean {
  return Boolean(neighbor.rents || neighbor.makes)
}
