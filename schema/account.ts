import * as z from 'zod/mini'
import { Email, reopen } from '#schema/user'

/** So long an account's tries to sign in are kept. */
export const SIGN_IN_LOG_DAYS = 30

/** How a try to sign in ended. */
export const SIGN_IN_RESULTS = [
  'registered',
  'password',
  'wrong_password',
  'passkey',
  'code',
  'recovery_code',
  'wrong_code',
] as const
export type SignInResult = (typeof SIGN_IN_RESULTS)[number]

/** A device in words, such as "Firefox on Windows", and the time zone that it named. */
const Place = z.object({ device: z.string(), timeZone: z.nullable(z.string()) })

/** A session of one's own. `key` names it to the server and opens nothing. `here`: the one that asks. */
const OwnSession = z.extend(Place, { key: z.string(), lastSeenAt: z.string(), here: z.boolean() })

/** A try to sign in. */
const SignInEntry = z.extend(Place, { at: z.string(), result: z.enum(SIGN_IN_RESULTS) })

const passkeyName = z
  .string('Please name the passkey')
  .check(z.trim(), z.minLength(1, 'Please name the passkey'), z.maxLength(60, 'Please shorten this.'))

const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})

export const AccountSecurity = z.object({
  sessions: z.array(OwnSession),
  signIns: z.array(SignInEntry),
  passkeys: z.array(Passkey),
  /** Null while no app shows codes for the account. */
  codes: z.nullable(z.object({ recoveryLeft: z.int() })),
  /** The address before the last change can undo it until then; absent when none can. */
  undoUntil: z.optional(z.string()),
})
export type AccountSecurity = z.infer<typeof AccountSecurity>

export const SessionsEnd = z.union([
  z.object({ key: z.string().check(z.maxLength(100)) }),
  z.object({ others: z.literal(true) }),
])
export type SessionsEnd = z.infer<typeof SessionsEnd>

const ownPassword = z
  .string('Please type your password')
  .check(z.minLength(1, 'Please type your password'), z.maxLength(4000, 'That is not your password'))

/** The signed-in person proves once more who they are. */
export const PasswordProof = z.object({ password: ownPassword })
export type PasswordProof = z.infer<typeof PasswordProof>

/** The standard's `PublicKeyCredential*OptionsJSON`, handed to a browser. */
export const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

const part = z.string().check(z.maxLength(20_000))
const PASSKEY_RESPONSE_MAX = 100_000
/** A browser's answer, as the standard has it; its content is verified, not believed. */
export const PasskeyAnswer = z.object({
  id: part,
  rawId: part,
  type: z.literal('public-key'),
  response: z
    .record(z.string(), z.unknown())
    .check(z.refine((response) => JSON.stringify(response).length <= PASSKEY_RESPONSE_MAX)),
})

export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

export const NewPasskey = z.object({ name: passkeyName, answer: PasskeyAnswer })
export type NewPasskey = z.infer<typeof NewPasskey>

export const PasskeyNaming = z.object({ id: part, name: passkeyName })
export type PasskeyNaming = z.infer<typeof PasskeyNaming>

export const PasskeyRemoval = z.object({ id: part, password: ownPassword })
export type PasskeyRemoval = z.infer<typeof PasskeyRemoval>

export const PasskeySignIn = z.object({
  answer: PasskeyAnswer,
  timeZone: z.optional(z.string().check(z.maxLength(100))),
  reopen,
})
export type PasskeySignIn = z.infer<typeof PasskeySignIn>

/** `uri` is what the app reads, as a picture or by hand: `otpauth://totp/...`. */
export const CodesStarted = z.object({ secret: z.string(), uri: z.string() })
export type CodesStarted = z.infer<typeof CodesStarted>

export const CodesBegin = z.object({
  code: z.string('Please type the code').check(z.trim(), z.regex(/^\d{6}$/, 'Please type the six digits')),
})
export type CodesBegin = z.infer<typeof CodesBegin>

export const CodesOn = z.object({ recoveryCodes: z.array(z.string()), security: AccountSecurity })
export type CodesOn = z.infer<typeof CodesOn>

/** A new address, with one proof of who asks. */
export const EmailChange = z
  .object({ email: Email, password: z.optional(ownPassword), passkey: z.optional(PasskeyAnswer) })
  .check(
    z.refine(({ password, passkey }) => (password ?? passkey) !== undefined, {
      path: ['password'],
      error: 'Please type your password',
    }),
  )
export type EmailChange = z.infer<typeof EmailChange>

export const EmailLink = z.object({ token: z.string().check(z.maxLength(100)) })

/** The effect of a link, and its person. */
export const EmailLinkUsed = z.object({ username: z.string(), done: z.enum(['verified', 'changed', 'undone']) })
export type EmailLinkUsed = z.infer<typeof EmailLinkUsed>

/** So long a closed account can be taken back; then everything that its person wrote is removed. */
export const CLOSING_DAYS = 14

/** Something that must end before an account can be closed. */
export const OpenMatter = z.object({
  kind: z.enum(['booking', 'order', 'claim', 'dispute', 'money']),
  /** The booking or order that it is about. */
  about: z.enum(['booking', 'order']),
  id: z.int(),
  title: z.string(),
  /** Is the person its owner or seller, who is paid for it? */
  selling: z.boolean(),
})
export type OpenMatter = z.infer<typeof OpenMatter>

/** The most that are named at once. */
export const OPEN_MATTERS_SHOWN = 50

export const ClosingState = z.object({ open: z.array(OpenMatter) })
export type ClosingState = z.infer<typeof ClosingState>

/** Until when the account can be taken back: an instant. */
export const ClosedAccount = z.object({ until: z.string() })

/** Names of accounts that a device still has something of; the answer has those that are closed for good. */
export const AccountNames = z.object({ accountIds: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(100)) })

/** Until when an account can be taken back that was closed at `closingAt`. */
export function reopenableUntil(closingAt: string): Date {
  return new Date(Date.parse(closingAt) + CLOSING_DAYS * 86_400_000)
}
