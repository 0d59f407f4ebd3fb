import { followNews } from './actions/follow-news'
import { sendDrafts } from './actions/keep-draft'
import { onOpenRequest } from './notifications/open-requests'
import { router } from './router'
import type { SyncEngine } from './sync/engine'

/**
 * What goes on behind a signed-in person's visit: what an earlier one typed and could not send goes out, and news are followed.
 * In a file of its own, so that it is loaded in one piece and after the first picture. @returns a function that ends it
 */
export function beginVisit(engine: SyncEngine): () => void {
  // The next start tries again.
  sendDrafts(engine).catch(() => undefined)
  const stops = [followNews(engine), onOpenRequest((path) => router.history.push(path))]
  return () => {
    for (const stop of stops) stop()
  }
}
