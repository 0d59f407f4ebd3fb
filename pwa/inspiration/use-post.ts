import { useOpenedRow } from '../session/use-opened-row'
import { useCatalogue } from '../session/use-sync'
import { call } from '../sync/client'
import { shownPost } from './merge-found'
import type { ShownPost } from './post-overlay'
import { usePosts } from './use-posts'

export interface OpenPost {
  post: ShownPost
  /** It has left the feed since this page has shown it. */
  isGone: boolean
}

/** A post, see `useOpenedRow`. */
export function usePost(id: number | null): OpenPost | 'missing' | 'unreachable' | 'loading' {
  const { catalogue } = useCatalogue()
  const { posts } = usePosts()
  const isHeld = id !== null && catalogue.get('post', id) !== undefined
  const held = isHeld ? posts.find((post) => post.id === id) : undefined
  const opened = useOpenedRow<ShownPost>('post', id, held, !isHeld, async (id) =>
    shownPost(await call('getPost', { params: { id } })),
  )
  // One that is held and not among the shown was deleted by this person just now, or is by somebody who is blocked.
  if (isHeld && !held) return 'missing'
  return typeof opened === 'string' ? opened : { post: opened.row, isGone: opened.isGone }
}
