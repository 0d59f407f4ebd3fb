import { useEffect, useState } from 'react'
import { useAccount } from '../session/account'
import { useCatalogue, useReachability } from '../session/use-sync'
import { findPost } from './find-posts'
import { shownPost } from './merge-found'
import type { ShownPost } from './post-overlay'
import { usePosts } from './use-posts'

type Asked = ShownPost | 'missing' | 'unreachable'

/** A post of this device; what is not on it yet is asked of the server. */
export function usePost(id: number | null): Asked | 'loading' {
  const { engine } = useAccount()
  const { catalogue, ready } = useCatalogue()
  const { reachable } = useReachability()
  const { posts } = usePosts()
  const [asked, setAsked] = useState<{ id: number; answer: Asked }>()
  const isHeld = id !== null && catalogue.get('post', id) !== undefined
  const isWanted = id !== null && ready && !isHeld && reachable
  useEffect(() => {
    if (!isWanted || id === null) return
    let live = true
    findPost(id).then((answer) => {
      if (!live) return
      setAsked({ id, answer: typeof answer === 'object' ? shownPost(answer) : answer })
      // It exists, so the next pull brings it.
      if (typeof answer === 'object') engine.wake()
    })
    return () => {
      live = false
    }
  }, [isWanted, id, engine])

  if (id === null) return 'missing'
  // One that is held and not among the shown was deleted by this person just now, or is by somebody who is blocked.
  if (isHeld) return posts.find((post) => post.id === id) ?? 'missing'
  if (asked?.id === id) return asked.answer
  return ready && !reachable ? 'unreachable' : 'loading'
}
