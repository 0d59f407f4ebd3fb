import { useEffect, useRef } from 'react'
import { SHARED_FULL } from '../../photos/shared-photos'
import { useAccount } from '../../session/account'
import { errorNotice, type Notice, useToast } from '../../ui/toasts'
import { type TakenShare, takeShared } from './take-shared'

const CHOOSE_AGAIN: Notice = {
  title: 'Please choose the photo again',
  description: 'What you shared did not reach this page.',
}

const TOO_MANY: Notice = errorNotice(
  'Too many drafts are waiting',
  'Finish or discard one of them, and share this again.',
)

const NO_ROOM: Notice = errorNotice(
  'The photos could not be kept',
  'There may be no room for them on this device. They wait, and you are asked again.',
)

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
    const take = id === SHARED_FULL ? Promise.resolve('full' as const) : takeShared(engine.db, id)
    take
      .then(noticeOf, () => NO_ROOM)
      .then((notice) => notice && toast(notice))
      .finally(onTaken)
  }, [user, engine, id, toast, onTaken])
}

/** The words to show; none where all photos are in the form. */
function noticeOf(taken: TakenShare | 'full' | null): Notice | null {
  if (!taken) return CHOOSE_AGAIN
  if (taken === 'full') return TOO_MANY
  const { photos, refused, hasWords, leftOut } = taken
  const [first] = refused
  if (!first && leftOut > 0)
    return { title: `The first ${photos} photos were taken`, description: 'Please share the others on their own.' }
  if (!first) return photos === 0 && !hasWords ? CHOOSE_AGAIN : null
  const all = photos + refused.length
  const title = all === 1 ? first.message : `${refused.length} of ${all} photos could not be used`
  return errorNotice(title, all === 1 ? first.advice : `${first.message}. ${first.advice}`)
}
