import type { Endpoints, Output } from '#schema/endpoints'
import { type ModerationRouteName, moderationRoutes } from '#schema/moderation'
import { callRoute, type Inputs } from '../sync/client'

/** Calls an endpoint of moderation. @throws ApiError when the server refuses, Unreachable when it does not answer. */
export function callModeration<Name extends ModerationRouteName>(
  name: Name,
  inputs: Inputs<Endpoints[Name]>,
): Promise<Output<Endpoints[Name]>> {
  return callRoute<Name>(moderationRoutes[name], inputs)
}
