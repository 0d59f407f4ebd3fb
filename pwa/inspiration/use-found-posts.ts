import { useEffect, useMemo } from 'react'
import { useReachable } from '../session/use-sync'
import { errorNotice, type Notice, useToast } from '../ui/toasts'
import { filterPosts } from './filter-posts'
import { mergeFound } from './merge-found'
import { usePosts } from './use-posts'
import { useServerPosts } from './use-server-posts'

const FAILED: Notice = errorNotice('Failed to fetch inspiration posts')

/**
 * The finds of a search: on this device at once, on the server as well when it can be asked. Without a text the server is
 * asked only for a feed that is not on this device yet.
 */
export function useFoundPosts(search: string) {
  const reachable = useReachable()
  const toast = useToast()
  const { posts, waiting, ready, isFilled, hasNewest } = usePosts()
  const isSearch = search.trim() !== ''
  const asked = useServerPosts(search, ready && reachable && (isSearch || !(isFilled || hasNewest)))

  const foundWaiting = useMemo(() => filterPosts(waiting, search), [waiting, search])
  const found = useMemo(
    () => mergeFound(filterPosts(posts, search), asked.posts, waiting),
    [posts, waiting, search, asked.posts],
  )
  const isShowing = found.length + foundWaiting.length > 0
  const mustTell = asked.hasFailed && !isShowing
  useEffect(() => {
    if (mustTell) toast(FAILED)
  }, [mustTell, toast])

  return {
    found,
    foundWaiting,
    isShowing,
    /** There may be more in a moment. */
    isLoading: !isFilled || asked.isAsking,
    /** The feed is not on this device, and there is no connection to bring it. */
    isOutOfReach: ready && !isFilled && !reachable,
    /** There is no post at all. */
    isEmpty: posts.length + waiting.length === 0,
  }
}
