import { type AccountRouteName, accountRoutes } from '#schema/account-routes'
import type { Endpoints, Output } from '#schema/endpoints'
import { callRoute, type Inputs } from '../sync/client'

/** Calls an endpoint about the account itself. @throws ApiError when the server refuses, Unreachable when it does not answer. */
export function callAccount<Name extends AccountRouteName>(
  name: Name,
  inputs: Inputs<Endpoints[Name]>,
): Promise<Output<Endpoints[Name]>> {
  return callRoute<Name>(accountRoutes[name], inputs)
}
