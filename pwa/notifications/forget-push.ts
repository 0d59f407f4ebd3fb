import { showBadge } from '../session/app-badge'
import { setPushedTo } from './push-choice'
import { dropSubscription } from './push-subscription'

/** Signing out: the number on the icon, what was shown and the subscription go. Never keeps anybody waiting. */
export async function forgetPush(): Promise<void> {
  await setPushedTo(null)
  void showBadge(0)
  void navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration && dropSubscription(registration))
    .catch(() => undefined)
}
