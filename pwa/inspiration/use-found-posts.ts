import { useEffect, useMemo } from 'react'
import type { Rest } from '../offerings/use-server-rows'
import { useHeldDownTo } from '../session/use-held-areas'
import { useReachable } from '../session/use-sync'
import { errorNotice, type Notice, useToast } from '../ui/toasts'
import { filterPosts } from './filter-posts'
import { mergeFound, withoutOlder } from './merge-found'
import { usePosts } from './use-posts'
import { useServerPosts } from './use-server-posts'

export const FAILED: Notice = errorNotice('Failed to fetch inspiration posts')

/**
 * The finds of a search: on this device at once, on the server as well when it can be asked. Without a text the server is
 * asked only for a feed that is not on this device yet. A device that holds a part of the feed shows the server's finds below its own.
 * @param older those that stand below by now: a like brings one of them to this device
 */
export function useFoundPosts(search: string, older: readonly { id: number }[]) {
  const reachable = useReachable()
  const toast = useToast()
  const { posts, waiting, ready, isFilled, hasNewest } = usePosts()
  const before = useHeldDownTo('post')
  const isWanted = search.trim() === '' ? !(isFilled || hasNewest) : before === null
  const asked = useServerPosts(search, ready && reachable && isWanted)

  const foundWaiting = useMemo(() => filterPosts(waiting, search), [waiting, search])
  const found = useMemo(() => {
    const local = withoutOlder(filterPosts(posts, search), older)
    return before === null ? mergeFound(local, asked.posts, waiting) : local
  }, [posts, waiting, search, older, asked.posts, before])
  const isShowing = found.length + foundWaiting.length > 0
  const mustTell = asked.hasFailed && !isShowing
  useEffect(() => {
    if (mustTell) toast(FAILED)
  }, [mustTell, toast])

  const isKnown = ready && before !== undefined
  const isOutOfReach = isKnown && !reachable && (!isFilled || before !== null)
  const rest: Rest = isOutOfReach ? 'unknown' : !isKnown || !isFilled || asked.isAsking ? 'asked' : 'none'
  return {
    found,
    foundWaiting,
    isShowing,
    rest,
    /** Posts with smaller numbers may be on the server alone; null where this device holds all, undefined until that is known. */
    before,
    isEmpty: posts.length + waiting.length === 0,
  }
}
