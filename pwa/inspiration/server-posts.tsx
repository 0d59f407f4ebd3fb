import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { PostView } from '#schema/inspiration'
import { FindsSection } from '../offerings/search/finds-section'
import { RestOfList } from '../rentals/listings/rest-of-list'
import { askedText, type FoundPage } from '../session/ask-past-held'
import { useFindsBeyond } from '../session/use-finds-beyond'
import { useCatalogue, useReachable } from '../session/use-sync'
import { call } from '../sync/client'
import { useToast } from '../ui/toasts'
import { shownPost } from './merge-found'
import { PostGrid } from './post-grid'
import { NO_POST_WRITES, type ShownPost } from './post-overlay'
import { FAILED } from './use-found-posts'
import { useOverlaid, usePostWrites } from './use-posts'

/** The server is asked when the end of the posts on this device is this near. */
const AHEAD = '1200px'

export interface ServerPostsProps {
  search: string
  /** Posts with smaller numbers alone are wanted. */
  before: number
  /** The words that there are none; null where this device has found some. */
  none: ReactNode
  /** Is told of the posts that are shown. They stay, also once this device holds them. */
  onShow: (posts: readonly ShownPost[]) => void
}

/** The posts of a search that this device does not hold, below those that it does. */
export function ServerPosts({ search, before, none, onShow }: ServerPostsProps) {
  const { catalogue, version } = useCatalogue()
  const reachable = useReachable()
  const { isNear, endRef } = useNearness()
  const [isAnswered, setAnswered] = useState(false)
  const isHeld = (id: number) => catalogue.get('post', id) !== undefined
  // An answer stays when the connection goes. Without one the question is asked again when the connection comes.
  const { answer, more, ...asking } = useFindsBeyond(isNear && (reachable || isAnswered) ? search : null, {
    askPage: (limit, cursor) => askPosts(search, limit, Number(cursor ?? before)),
    isHeld,
  })
  if (answer && !isAnswered) setAnswered(true)
  useFailureToast(asking.hasFailed && none !== null)

  const further = useMemo(() => answer?.rows.map(shownPost) ?? [], [answer])
  useEffect(() => {
    onShow(further)
    return () => onShow([])
  }, [further, onShow])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version tells that this device may hold one of them by now
  const rows = useMemo(
    () => further.map((post) => catalogue.get('post', post.id) ?? post),
    [further, catalogue, version],
  )
  const posts = useOverlaid(rows, usePostWrites() ?? NO_POST_WRITES)
  const goOn = useEffectEvent(() => more?.())
  // All of them are on this device: the next page may have others.
  const passed = reachable && further.length === 0 ? (answer?.cursor ?? null) : null
  useEffect(() => {
    if (passed !== null) goOn()
  }, [passed])
  if (posts.length > 0 || more)
    return (
      <FindsSection
        id="posts-beyond"
        title="Older posts"
        more={reachable ? more : null}
        {...asking}
        hasFailed={asking.hasFailed && reachable}
      >
        <PostGrid posts={posts} search={`older ${search}`} headingLevel={3} />
      </FindsSection>
    )
  // Without a connection the page itself says that there may be more.
  const rest = answer ? 'none' : asking.hasFailed ? 'unknown' : 'asked'
  return (
    <>
      <div ref={endRef} aria-hidden="true" />
      {none !== null && reachable && (
        <RestOfList what="posts" rest={rest} isAlone>
          {none}
        </RestOfList>
      )}
    </>
  )
}

/** Has the element come near the screen by now? */
function useNearness() {
  const [isNear, setNear] = useState(false)
  const endRef = useCallback((end: HTMLElement | null) => {
    if (!end) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), { rootMargin: AHEAD })
    observer.observe(end)
    return () => observer.disconnect()
  }, [])
  return { isNear, endRef }
}

/** Tells the person once that an answer did not come. */
function useFailureToast(mustTell: boolean): void {
  const toast = useToast()
  useEffect(() => {
    if (mustTell) toast(FAILED)
  }, [mustTell, toast])
}

/**
 * A page of the posts of a search.
 * @param before newer ones than this number are not wanted
 * @throws ApiError, Unreachable
 */
async function askPosts(search: string, limit: number, before: number): Promise<FoundPage<PostView>> {
  const text = askedText(search)
  const rows = await call('listPosts', { query: { limit, cursor: before, ...(text && { search: text }) } })
  const last = rows[limit - 1]
  return { rows, cursor: last ? String(last.id) : null }
}
