import { useEffect, useState } from 'react'
import { useAccount } from '../session/account'
import type { Unread } from './unread-queries'

const NOTHING_NEW: Unread = { places: {}, claim: null }

/** News for the person on this device. Its code is loaded behind the first picture. */
export function useUnread(): Unread {
  const { user, engine } = useAccount()
  const userId = user?.id ?? null
  const [unread, setUnread] = useState(NOTHING_NEW)
  useEffect(() => {
    if (userId === null) return
    let live = true
    let stop = () => {}
    import('./unread-queries').then(
      ({ watchUnread }) => {
        if (live) stop = watchUnread(engine.db, userId, setUnread)
      },
      () => undefined,
    )
    return () => {
      live = false
      stop()
      setUnread(NOTHING_NEW)
    }
  }, [engine, userId])
  return unread
}
