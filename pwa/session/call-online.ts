import { onlineRoutes } from '#schema/online-routes'
import { callBy } from '../sync/client'

/** Calls an endpoint that no kept piece calls. @throws ApiError when the server refuses, Unreachable when it does not answer. */
export const callOnline = callBy(onlineRoutes)
