import { useEffect, useRef, useState } from 'react'
import type { PostView } from '#schema/inspiration'
import { useAccount } from '../session/account'
import { useHeldDownTo } from '../session/use-held-areas'
import { useCatalogue } from '../session/use-sync'
import { findPosts } from './find-posts'

export interface ServerPosts {
  /** The posts that this device does not hold, newest first; none before there is an answer. */
  posts: readonly PostView[]
  isAsking: boolean
  hasFailed: boolean
}

interface Answer {
  search: string
  /** Null: there was none. */
  posts: readonly PostView[] | null
}

const NONE: readonly PostView[] = []

/**
 * Asks the server for posts, once for each text. An answer to an earlier text is dropped.
 * @param isWanted false: nothing is asked, as without a connection
 */
export function useServerPosts(search: string, isWanted: boolean): ServerPosts {
  const { engine } = useAccount()
  const { catalogue } = useCatalogue()
  const [answer, setAnswer] = useState<Answer>()
  const before = useHeldDownTo('post')
  const latest = useRef(search)
  const isFurther = ({ id }: PostView) => catalogue.get('post', id) === undefined

  useEffect(() => {
    latest.current = search
    // That it cannot be wanted any more does not stop an answer: a call that fails is what takes the connection away.
    if (isWanted)
      findPosts(search, before)
        .catch(() => null)
        .then((posts) => latest.current === search && setAnswer({ search, posts }))
  }, [search, isWanted, before])

  // This device decides on posts that it has held: it shows them, or no more once they were deleted.
  if (answer?.posts && !answer.posts.every(isFurther)) setAnswer({ ...answer, posts: answer.posts.filter(isFurther) })

  const current = answer?.search === search ? answer : undefined
  const posts = current?.posts ?? NONE
  const hasFurther = posts.length > 0
  useEffect(() => {
    // They exist, so the next pull brings them.
    if (hasFurther) engine.wake()
  }, [hasFurther, engine])

  return { posts, isAsking: isWanted && current === undefined, hasFailed: current?.posts === null }
}
