import { type Rest, restOf } from '../offerings/use-server-rows'
import { useIsPart } from '../session/use-held-areas'
import { useCatalogue, useReachable } from '../session/use-sync'
import { type ShownPosts, usePosts } from './use-posts'

interface PostsWithRest extends ShownPosts {
  rest: Rest
}

/** These posts, in their order: those on this device, and the others when the server answers. */
export function usePostsById(ids: readonly number[]): PostsWithRest {
  const { catalogue } = useCatalogue()
  const missing = ids.filter((id) => !catalogue.get('post', id))
  const all = usePostsBeyond(missing.join())
  const byId = new Map(all.posts.map((post) => [post.id, post]))
  return { ...all, posts: ids.flatMap((id) => byId.get(id) ?? []) }
}

/**
 * The feed with posts of the server, where this device holds a part of the feed alone.
 * @param wanted names them, see `askPosts`
 */
export function usePostsBeyond(wanted: string): PostsWithRest {
  const reachable = useReachable()
  const isPart = useIsPart('post')
  const question = isPart ? wanted : ''
  const shown = usePosts(reachable ? question : '')
  const { ready, isFilled } = shown
  return { ...shown, rest: restOf(question, shown, { isReady: ready && isPart !== undefined, isFilled, reachable }) }
}
