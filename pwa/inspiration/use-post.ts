import { useAccount } from '../session/account'
import { useNoteOpened } from '../session/use-note-opened'
import { useLastShown, useServerAnswer } from '../session/use-server-answer'
import { useCatalogue, useReachable } from '../session/use-sync'
import { call } from '../sync/client'
import { pin } from '../sync/pins'
import { shownPost } from './merge-found'
import type { ShownPost } from './post-overlay'
import { usePosts } from './use-posts'

export interface OpenPost {
  post: ShownPost
  /** It has left the feed since this page has shown it. */
  isGone: boolean
}

/** A post of this device; what is not on it yet is asked of the server. */
export function usePost(id: number | null): OpenPost | 'missing' | 'unreachable' | 'loading' {
  const { engine } = useAccount()
  const { catalogue, ready } = useCatalogue()
  const reachable = useReachable()
  const { posts } = usePosts()
  const isHeld = id !== null && catalogue.get('post', id) !== undefined
  const isWanted = id !== null && ready && !isHeld && reachable
  const answer = useServerAnswer(id, isWanted, async (wanted) => {
    const post = await call('getPost', { params: { id: wanted } })
    // It exists, so the next pull brings it, or it is kept as one that was opened.
    pin(engine.db, 'post', wanted).finally(() => engine.wake())
    return shownPost(post)
  })
  const held = isHeld ? posts.find((post) => post.id === id) : undefined
  const post = useLastShown('post', id, held, answer)
  useNoteOpened('post', isHeld ? id : null)
  // One that is held and not among the shown was deleted by this person just now, or is by somebody who is blocked.
  if (id === null || (isHeld && !held)) return 'missing'
  if (post) return { post, isGone: !isHeld && answer === 'missing' }
  if (typeof answer === 'string') return answer
  return ready && !reachable ? 'unreachable' : 'loading'
}
