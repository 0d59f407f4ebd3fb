import * as z from 'zod/mini'
import { seenFields } from '#schema/edit'
import { PayoutTrouble } from '#schema/payment'
import { Rating } from '#schema/rating'
import { PhotoUrl } from '#schema/upload'

const PASSWORD_MIN = 6
const PASSWORD_MAX = 250
export const BIO_MAX = 500

/** A line of an address that may be missing. */
export const optionalPart = z.optional(z.string().check(z.trim(), z.maxLength(200, 'Please shorten this.')))

/** A name that somebody may have: what a new one must not hold, an older one may. */
export const Username = z.string('Username is required').check(
  z.trim(),
  z.minLength(1, 'Username is required'),
  // The rules after it would take minutes over a text of a megabyte.
  z.maxLength(40, { error: 'Please keep the username under 40 characters', abort: true }),
)

/** The words that stand where the name of somebody stood whose account is closed for good. No username has a space. */
export const FORMER_MEMBER = 'Former member'

export const Password = z
  .string('Password is required')
  .check(
    z.minLength(PASSWORD_MIN, 'Password must be at least 6 characters'),
    z.maxLength(PASSWORD_MAX, 'This password is too long'),
  )

export const Email = z
  .string('Email is required')
  .check(
    z.trim(),
    z.minLength(1, 'Email is required'),
    z.maxLength(254, { error: 'Invalid email address', abort: true }),
    z.email('Invalid email address'),
  )

/** The time zone of the device that signs in. */
export const timeZone = z.optional(z.string().check(z.maxLength(100)))

/** Takes an account back that its person has closed. */
export const reopen = z.optional(z.boolean())

export const Credentials = z.object({
  username: z
    .string('Username is required')
    .check(z.trim(), z.minLength(1, 'Username is required'), z.maxLength(200, 'Invalid username or password')),
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), z.maxLength(4000, 'Invalid username or password')),
  /** Of an app, or a recovery code; for accounts that ask for one. */
  code: z.optional(z.string().check(z.trim(), z.maxLength(40, 'This code is not valid'))),
  timeZone,
  reopen,
})
export type Credentials = z.infer<typeof Credentials>

export const ProfileChange = z.object({
  profilePhoto: z.optional(z.nullable(z.union([z.literal(''), PhotoUrl], 'Please provide a valid image URL'))),
  description: z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(BIO_MAX, 'Description must be 500 characters or less'))),
  ),
  ...seenFields,
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** A person as everyone may see them. `memberSince` is an instant. */
export const PublicUser = z.object({
  id: z.int(),
  username: z.string(),
  profilePhoto: z.nullable(z.string()),
  description: z.nullable(z.string()),
  neighborhood: z.nullable(z.string()),
  city: z.nullable(z.string()),
  memberSince: z.string(),
  rating: z.optional(Rating),
})
export type PublicUser = z.infer<typeof PublicUser>

/** A person as they see themselves; never the password hash or the provider's account ids. */
export const CurrentUser = z.extend(PublicUser, {
  email: z.string(),
  street: z.nullable(z.string()),
  state: z.nullable(z.string()),
  zipCode: z.nullable(z.string()),
  hasCompletedAddressSetup: z.boolean(),
  hasCompletedStripeOnboarding: z.boolean(),
  payoutTrouble: z.optional(PayoutTrouble),
  isOperator: z.boolean(),
  /** One of OPERATOR_ROLES. */
  operatorRole: z.optional(z.string()),
  /** The mail address waits for its confirmation; until then, some things are refused. */
  unverified: z.optional(z.boolean()),
  /** The terms that the person has agreed to. */
  termsVersion: z.optional(z.nullable(z.string())),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/**
 * The answer about a session: the profile, and the names of this person's part of a device. `accountId` and `lifeId` (of the
 * server's database) are random and permanent; `sealKey` is a public key for ECDH on P-256, raw, in base64url.
 */
export const SignedInUser = z.extend(CurrentUser, { accountId: z.string(), lifeId: z.string(), sealKey: z.string() })
export type SignedInUser = z.infer<typeof SignedInUser>

/** The key pair with which a device seals what an ended session leaves unsent, and opens the seal; PKCS #8 and raw, in base64url. */
export const SealKeys = z.object({ accountId: z.string(), publicKey: z.string(), privateKey: z.string() })
export type SealKeys = z.infer<typeof SealKeys>

/** The wizard's step on /create: address, then payout account, then the form. */
export function onboardingStep(
  user: Pick<CurrentUser, 'hasCompletedAddressSetup' | 'hasCompletedStripeOnboarding'>,
): 1 | 2 | 3 {
  if (!user.hasCompletedAddressSetup) return 1
  return user.hasCompletedStripeOnboarding ? 3 : 2
}
