import { moderationRoutes } from '#schema/moderation'
import { callBy } from '../sync/client'

/** Calls an endpoint of moderation. @throws ApiError when the server refuses, Unreachable when it does not answer. */
export const callModeration = callBy(moderationRoutes)
