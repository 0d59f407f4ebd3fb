import type { Body, endpoints } from '#schema/endpoints'
import type { SignedInUser } from '#schema/user'
import { call } from '../sync/client'

/** @throws ApiError with the server's words, Unreachable */
export function signIn(credentials: Body<typeof endpoints.login>): Promise<SignedInUser> {
  return afterSignOut(() => call('login', { body: { ...credentials, timeZone: deviceZone() } }))
}

/** Creates an account and signs in. @throws ApiError, Unreachable */
export function register(registration: Body<typeof endpoints.register>): Promise<SignedInUser> {
  return afterSignOut(() => call('register', { body: { ...registration, timeZone: deviceZone() } }))
}

/** Asks for the session of a person who enters, see `enterAfterSignOut`. */
export async function afterSignOut(ask: () => Promise<SignedInUser>): Promise<SignedInUser> {
  const { enterAfterSignOut } = await import(/* piece: behind */ '../session/finish-sign-out')
  return enterAfterSignOut(ask)
}

/** Told to the person when somebody signs in to their account. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
