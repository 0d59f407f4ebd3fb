import { accountRoutes } from '#schema/account-routes'
import { callBy } from '../sync/client'

/** Calls an endpoint about the account itself. @throws ApiError when the server refuses, Unreachable when it does not answer. */
export const callAccount = callBy(accountRoutes)
