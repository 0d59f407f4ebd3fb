import { useAccount } from '../session/account'
import { type Discarded, HELD_BACK_MS } from '../sync/outbox'
import { errorNotice, type Notice, useToast } from '../ui/toasts'
import { discardWrite, undoDiscard } from './waiting-write'

/** A discarded write can be brought back for so long. Until then the write is in this page's memory alone. */
export const UNDO_MS = HELD_BACK_MS

export const ON_ITS_WAY: Notice = {
  title: 'This is on its way',
  description: 'It may have arrived already, so it stays.',
}

interface Discarding {
  opId: string
  /** The person was told that it may have arrived. */
  mayHaveArrived?: boolean
  /** The notice's title: 'Post discarded'. */
  done?: string
}

/** Says what was discarded, and offers to bring it back for as long as the notice stands. */
export function useUndo(): (discarded: Discarded, title: string) => void {
  const { engine } = useAccount()
  const toast = useToast()
  return (discarded, title) => {
    const undo = () =>
      undoDiscard(engine, discarded).then(
        () => toast({ title: 'Brought back' }),
        () => toast(errorNotice('Failed to bring it back')),
      )
    toast({ title, action: { label: 'Undo', onPress: undo }, goesAfterMs: UNDO_MS })
  }
}

/** Discards a write at its person's word and offers to bring it back. */
export function useDiscard(): (discarding: Discarding) => Promise<boolean> {
  const { engine } = useAccount()
  const toast = useToast()
  const offerUndo = useUndo()
  return async ({ opId, mayHaveArrived = false, done = 'Discarded' }) => {
    try {
      const discarded = await discardWrite(engine, opId, { mayHaveArrived })
      if (discarded) offerUndo(discarded, done)
      else toast(ON_ITS_WAY)
      return discarded !== null
    } catch {
      toast(errorNotice('Failed to discard this', 'Please try again.'))
      return false
    }
  }
}
