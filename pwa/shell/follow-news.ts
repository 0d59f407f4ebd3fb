import { knowsPush, renewSubscription } from '../notifications/push-subscription'
import { showBadge } from '../session/app-badge'
import type { SyncEngine } from '../sync/engine'
import { watchUnread } from './unread-queries'

/**
 * While a page of this person is open: the icon's number is what is unread, and the server
 * knows where this browser is reached. @returns a function that ends it
 */
export function followNews({ db, userId }: SyncEngine): () => void {
  if (userId === null) return () => undefined
  const stop = watchUnread(db, userId, ({ total }) => {
    void showBadge(total)
  })
  // Without a connection the next start does it.
  renew(db.name).catch(() => undefined)
  return stop
}

async function renew(account: string): Promise<void> {
  if (!knowsPush()) return
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration) await renewSubscription(registration, account)
}
