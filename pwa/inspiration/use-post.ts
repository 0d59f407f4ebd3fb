import { useAccount } from '../session/account'
import { useNoteOpened } from '../session/use-note-opened'
import { useServerAnswer } from '../session/use-server-answer'
import { useCatalogue, useReachable } from '../session/use-sync'
import { call } from '../sync/client'
import { pin } from '../sync/pins'
import { shownPost } from './merge-found'
import type { ShownPost } from './post-overlay'
import { usePosts } from './use-posts'

/** A post of this device; what is not on it yet is asked of the server. */
export function usePost(id: number | null): ShownPost | 'missing' | 'unreachable' | 'loading' {
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

  useNoteOpened('post', isHeld ? id : null)
  if (id === null) return 'missing'
  // One that is held and not among the shown was deleted by this person just now, or is by somebody who is blocked.
  if (isHeld) return posts.find((post) => post.id === id) ?? 'missing'
  return answer ?? (ready && !reachable ? 'unreachable' : 'loading')
}
