import * as z from 'zod/mini'
import { Password } from '#schema/user'

/** The person who has forgotten a password: a username or a mail address, as it was typed. */
export const PasswordRequest = z.object({
  name: z
    .string('Please type your username or email')
    .check(
      z.trim(),
      z.minLength(1, 'Please type your username or email'),
      z.maxLength(254, 'Please type your username or email'),
    ),
})
export type PasswordRequest = z.infer<typeof PasswordRequest>

/** A new password for whoever was sent the link that carries the token. */
export const PasswordByLink = z.object({ token: z.string().check(z.maxLength(100)), password: Password })
export type PasswordByLink = z.infer<typeof PasswordByLink>

/** The owner of the password, to sign in with; their passkeys may have ended. */
export const PasswordOwner = z.object({ username: z.string(), passkeysRemoved: z.optional(z.boolean()) })
export type PasswordOwner = z.infer<typeof PasswordOwner>

export const PasswordChange = z.object({
  oldPassword: z
    .string('Please type the password that you have now')
    .check(
      z.minLength(1, 'Please type the password that you have now'),
      z.maxLength(4000, 'That is not your password'),
    ),
  password: Password,
})
export type PasswordChange = z.infer<typeof PasswordChange>
