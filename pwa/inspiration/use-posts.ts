import { useMemo } from 'react'
import { useAccount } from '../session/account'
import { usePersonBlocks } from '../session/person-blocks'
import { useLiveQuery } from '../session/use-live-query'
import { useCatalogue } from '../session/use-sync'
import { NO_POST_WRITES, overlayPosts, postsNotHereYet, type ShownPost, type WaitingPost } from './post-overlay'
import { readPostWrites } from './post-queries'

export interface ShownPosts {
  /** Newest first, with this person's own edits and deletions. */
  posts: readonly ShownPost[]
  /** This person's posts that the server does not have yet, newest first. */
  waiting: WaitingPost[]
  /** This device holds the feed. */
  isFilled: boolean
  /** It holds the newest posts, which came with the page. */
  hasNewest: boolean
  /** This device's own rows have been read. */
  ready: boolean
}

/** The feed as this person should see it. */
export function usePosts(): ShownPosts {
  const { user, engine } = useAccount()
  const { catalogue, ready } = useCatalogue()
  const writes = useLiveQuery(() => readPostWrites(engine.db, catalogue), [engine, catalogue]) ?? NO_POST_WRITES
  const rows = catalogue.all('post')
  const blocks = usePersonBlocks()
  const posts = useMemo(
    () => overlayPosts(rows, writes).filter(({ userId }) => !blocks.has(userId)),
    [rows, writes, blocks],
  )
  const waiting = useMemo(
    () => (user ? postsNotHereYet(writes.created, rows, user.id) : []),
    [rows, writes.created, user],
  )
  return {
    posts,
    waiting,
    ready,
    isFilled: ready && catalogue.isFilled('post'),
    hasNewest: catalogue.hasNewest('post'),
  }
}
