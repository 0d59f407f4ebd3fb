import { useEffect, useRef } from 'react'
import { type TakenShare, takeShared } from '../../actions/take-shared'
import { useAccount } from '../../auth/account'
import { type Notice, useToast } from '../../notifications/toasts'

const CHOOSE_AGAIN: Notice = {
  title: 'Please choose the photo again',
  description: 'What you shared did not reach this page.',
}

const NO_ROOM: Notice = {
  variant: 'destructive',
  title: 'The photos could not be kept',
  description: 'There may be no room for them on this device.',
}

/**
 * Takes what another app has shared into the form of a new post.
 * @param id of what was shared, from the address; undefined when there is nothing
 * @param onTaken called once it is in the form, or cannot be: the form may open
 */
export function useSharedPhoto(id: string | undefined, onTaken: () => void): void {
  const { user, engine } = useAccount()
  const toast = useToast()
  // An effect may run twice for one share, which can be taken only once.
  const taken = useRef<string | null>(null)
  useEffect(() => {
    if (!user || !id || taken.current === id) return
    taken.current = id
    takeShared(engine.db, id)
      .then(noticeOf, () => NO_ROOM)
      .then((notice) => notice && toast(notice))
      .finally(onTaken)
  }, [user, engine, id, toast, onTaken])
}

/** What there is to say; nothing where all photos are in the form. */
function noticeOf(taken: TakenShare | null): Notice | null {
  if (!taken) return CHOOSE_AGAIN
  const { photos, refused } = taken
  const [first] = refused
  if (!first) return photos === 0 ? CHOOSE_AGAIN : null
  const all = photos + refused.length
  const title = all === 1 ? first.message : `${refused.length} of ${all} photos could not be used`
  return { variant: 'destructive', title, description: all === 1 ? first.advice : `${first.message}. ${first.advice}` }
}
