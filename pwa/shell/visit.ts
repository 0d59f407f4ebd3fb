import { onOpenRequest } from '../notifications/open-requests'
import { sendDrafts } from '../offerings/keep-draft'
import type { SyncEngine } from '../sync/engine'
import { followNews } from './follow-news'

/**
 * The work behind a signed-in person's visit: unsent writes of an earlier visit go out, and news are followed.
 * In a file of its own, so that it is loaded in one piece and after the first picture.
 * @param onOpen shows the page that a notice asks for
 * @returns a function that ends it
 */
export function beginVisit(engine: SyncEngine, onOpen: (path: string) => void): () => void {
  // The next start tries again.
  sendDrafts(engine).catch(() => undefined)
  const stops = [followNews(engine), onOpenRequest(onOpen)]
  return () => {
    for (const stop of stops) stop()
  }
}
