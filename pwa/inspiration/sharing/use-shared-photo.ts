import { useEffect, useRef } from 'react'
import { SHARED_FULL } from '../../photos/shared-photos'
import { useAccount } from '../../session/account'
import { errorNotice, type Notice, useToast } from '../../ui/toasts'
import { noticeOfShare } from './share-notice'
import { takeShared } from './take-shared'

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
      .then(noticeOfShare, () => NO_ROOM)
      .then((notice) => notice && toast(notice))
      .finally(onTaken)
  }, [user, engine, id, toast, onTaken])
}
