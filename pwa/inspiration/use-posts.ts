import { useMemo } from 'react'
import type { Post } from '#schema/inspiration'
import { useServerRows, withServerRows } from '../offerings/use-server-rows'
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
  /** This device holds the feed, or the newest part of a large one. */
  isFilled: boolean
  /** It holds the newest posts, which came with the page. */
  hasNewest: boolean
  /** This device's own rows and writes have been read. */
  ready: boolean
  /** The question that the server has answered last, and the one that was asked last without an answer. */
  answered?: string
  failed?: string
}

const askPosts = (question: string): Promise<readonly ShownPost[]> =>
  import(/* piece: onlineFinds */ './ask-posts').then((module) => module.askPosts(question))

/**
 * The feed as this person should see it.
 * @param question names posts of the server that are to be among them, see `askPosts`; an empty one asks nothing
 */
export function usePosts(question = ''): ShownPosts {
  const { user } = useAccount()
  const { catalogue, ready } = useCatalogue()
  const read = usePostWrites()
  const writes = read ?? NO_POST_WRITES
  // This device decides on posts that it has held: it shows them, or no more once they were deleted.
  const isOver = (id: number) => writes.deleted.has(id) || catalogue.get('post', id) !== undefined
  const isChanging = (id: number) => writes.changed.has(id)
  const { rows: asked, ...server } = useServerRows(question, askPosts, isOver, isChanging)
  const held = catalogue.all('post')
  const rows = useMemo(() => withServerRows(held, asked), [held, asked])
  const waiting = useMemo(
    () => (user ? postsNotHereYet(writes.created, rows, user.id) : []),
    [rows, writes.created, user],
  )
  const isRead = ready && read !== undefined
  return {
    ...server,
    posts: useOverlaid(rows, writes),
    waiting,
    ready: isRead,
    isFilled: isRead && catalogue.isFilled('post'),
    hasNewest: catalogue.hasNewest('post'),
  }
}

/** This person's writes about their posts; undefined until they have been read. */
export function usePostWrites() {
  const { engine } = useAccount()
  const { catalogue } = useCatalogue()
  return useLiveQuery(() => readPostWrites(engine.db, catalogue), [engine, catalogue])
}

/** Posts with this person's own edits and deletions, without those of people with whom there is a block. */
export function useOverlaid(rows: readonly Post[], writes: typeof NO_POST_WRITES): readonly ShownPost[] {
  const blocks = usePersonBlocks()
  return useMemo(() => overlayPosts(rows, writes).filter(({ userId }) => !blocks.has(userId)), [rows, writes, blocks])
}
