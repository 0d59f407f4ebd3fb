import type { Body, endpoints } from '#schema/endpoints'
import type { SignedInUser } from '#schema/user'
import { call } from '../sync/client'

/** @throws ApiError with the server's words, Unreachable */
export function signIn(credentials: Body<typeof endpoints.login>): Promise<SignedInUser> {
  return call('login', { body: { ...credentials, timeZone: deviceZone() } })
}

/** Creates an account and signs in. @throws ApiError, Unreachable */
export function register(registration: Body<typeof endpoints.register>): Promise<SignedInUser> {
  return call('register', { body: { ...registration, timeZone: deviceZone() } })
}

/** Told to the person when somebody signs in to their account. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
