import { onlinePart } from '../session/online-part'
import type { ServerPostsProps } from './server-posts'

/** The finds of a search that are not on this device, if it holds a part of the posts alone. */
export const OlderPosts = onlinePart<ServerPostsProps>(null, () =>
  import(/* piece: onlineFinds */ './server-posts').then((module) => ({ default: module.ServerPosts })),
)
