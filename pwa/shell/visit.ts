import { takeRefusedMark } from '../inspiration/take-refused-mark'
import { onOpenRequest } from '../notifications/open-requests'
import { sendDrafts } from '../offerings/keep-draft'
import type { SyncEngine } from '../sync/engine'
import type { Notice } from '../ui/toasts'
import { followNews } from './follow-news'

/**
 * The work behind a signed-in person's visit: unsent writes of an earlier visit go out, news are followed, and refused likes
 * and saves are told. In a file of its own, so that it is loaded in one piece and after the first picture.
 * @param onOpen shows the page that a notice asks for
 * @returns a function that ends it
 */
export function beginVisit(
  engine: SyncEngine,
  onOpen: (path: string) => void,
  toast: (notice: Notice) => void,
): () => void {
  // The next start tries again.
  sendDrafts(engine).catch(() => undefined)
  const open = (path: string) => {
    // The thing that the notice is about may not have come to this device.
    engine.wake()
    onOpen(path)
  }
  const stops = [followNews(engine), onOpenRequest(open), tellRefusedMarks(engine, toast)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Tells the person of likes and saves that the server has refused, while this page is before their eyes. */
function tellRefusedMarks(engine: SyncEngine, toast: (notice: Notice) => void): () => void {
  return engine.onRefused(async (opId) => {
    if (document.visibilityState !== 'visible') return
    // One that cannot be taken stays where it can be seen.
    const kind = await takeRefusedMark(engine, opId).catch(() => null)
    if (kind) toast({ variant: 'destructive', title: 'Error', description: `Failed to update ${kind} status` })
  })
}
