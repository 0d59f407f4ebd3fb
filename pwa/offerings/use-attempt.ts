import { NO_ROOM } from '../drafts/no-room'
import { useReachable } from '../session/use-sync'
import { errorNotice, type Notice, useToast } from '../ui/toasts'

/** Queues a write and says that it was queued, or that there was no room for it. It answers which of the two. */
export function useAttempt() {
  const toast = useToast()
  const reachable = useReachable()
  const later = reachable ? undefined : 'It goes out automatically once there is a connection.'
  return async (work: () => Promise<void>, done: string, failed: string, action?: Notice['action']) => {
    try {
      await work()
      toast({ title: done, description: later, ...(action && { action }) })
      return true
    } catch {
      toast(errorNotice(failed, NO_ROOM))
      return false
    }
  }
}
