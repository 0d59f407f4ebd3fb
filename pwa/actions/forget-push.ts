import { setPushedTo } from '../db/push-choice'
import { showBadge } from '../notifications/app-badge'
import { dropSubscription } from '../notifications/push-subscription'

/** Signing out: the number on the icon, what was shown and the subscription go. Never keeps anybody waiting. */
export async function forgetPush(): Promise<void> {
  await setPushedTo(null)
  void showBadge(0)
  void navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration && dropSubscription(registration))
    .catch(() => undefined)
}
