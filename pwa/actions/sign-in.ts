import type { Body, endpoints } from '#schema/endpoints'
import type { CurrentUser } from '#schema/user'
import { call } from '../api/client'

/** @throws ApiError with the server's words, Unreachable */
export function signIn(credentials: Body<typeof endpoints.login>): Promise<CurrentUser> {
  return call('login', { body: credentials })
}

/** Creates an account and signs in. @throws ApiError, Unreachable */
export function register(registration: Body<typeof endpoints.register>): Promise<CurrentUser> {
  return call('register', { body: registration })
}
