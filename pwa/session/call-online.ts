import type { Endpoints, Output } from '#schema/endpoints'
import { type OnlineRouteName, onlineRoutes } from '#schema/online-routes'
import { callRoute, type Inputs } from '../sync/client'

/** Calls an endpoint that no kept piece calls. @throws ApiError when the server refuses, Unreachable when it does not answer. */
export function callOnline<Name extends OnlineRouteName>(
  name: Name,
  inputs: Inputs<Endpoints[Name]>,
): Promise<Output<Endpoints[Name]>> {
  return callRoute<Name>(onlineRoutes[name], inputs)
}
