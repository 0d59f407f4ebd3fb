import { useEffect } from 'react'
import type { PostView } from '#schema/inspiration'
import { useServerRows } from '../offerings/use-server-rows'
import { useAccount } from '../session/account'
import { askedText } from '../session/ask-past-held'
import { useCatalogue } from '../session/use-sync'
import { call } from '../sync/client'

/** Posts that are on the server alone are among the newest. */
const ASKED_AT_ONCE = 60

interface ServerPosts {
  /** The posts that this device does not hold, newest first; none before there is an answer. */
  posts: readonly PostView[]
  isAsking: boolean
  hasFailed: boolean
}

const NONE: readonly PostView[] = []

/**
 * Asks the server for the newest posts, once for each text; for the newest of all without a text.
 * @param isWanted false: nothing is asked, as without a connection
 */
export function useServerPosts(search: string, isWanted: boolean): ServerPosts {
  const { engine } = useAccount()
  const { catalogue } = useCatalogue()
  const key = `for ${search.trim()}`
  const ask = () => call('listPosts', { query: { limit: ASKED_AT_ONCE, search: askedText(search) || undefined } })
  // This device decides on posts that it has held: it shows them, or no more once they were deleted.
  const isOver = (id: number) => catalogue.get('post', id) !== undefined
  const { rows, answered, failed } = useServerRows(isWanted ? key : '', ask, isOver)

  const isAnswered = answered === key
  const posts = isAnswered ? rows : NONE
  const hasFurther = posts.length > 0
  useEffect(() => {
    // They exist, so the next pull brings them.
    if (hasFurther) engine.wake()
  }, [hasFurther, engine])

  const hasFailed = !isAnswered && failed === key
  return { posts, isAsking: isWanted && !isAnswered && !hasFailed, hasFailed }
}
