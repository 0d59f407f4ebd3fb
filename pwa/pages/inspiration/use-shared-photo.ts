import { useEffect, useRef } from 'react'
import { takeShared } from '../../actions/take-shared'
import { useAccount } from '../../auth/account'
import { type Notice, useToast } from '../../notifications/toasts'
import { PhotoRefused } from '../../uploads/prepare-photo'

const CHOOSE_AGAIN: Notice = {
  title: 'Please choose the photo again',
  description: 'What you shared did not reach this page.',
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
      .then((hadPhoto) => hadPhoto || toast(CHOOSE_AGAIN))
      .catch((error: unknown) => toast({ variant: 'destructive', ...refusalOf(error) }))
      .finally(onTaken)
  }, [user, engine, id, toast, onTaken])
}

function refusalOf(error: unknown): Notice {
  if (error instanceof PhotoRefused) return { title: error.message, description: error.advice }
  return { title: 'The photo could not be kept', description: 'There may be no room for it on this device.' }
}
