import { BellOff, BellRing, Smartphone } from 'lucide-react'
import { PRODUCT_NAME } from '#schema/product'
import { NoticeWays } from './notice-ways'
import { type Push, type PushState, usePush } from './use-push'
import '../styles/notifications.css'

/** Whether this device tells its person what is new while the app is closed, and how each kind of news reaches them. */
export function NotificationSections() {
  const push = usePush()
  return (
    <div className="stack stack--loose">
      <section className="stack" aria-labelledby="push-device">
        <h2 id="push-device">On this device</h2>
        {push.state && <DeviceState push={push} state={push.state} />}
      </section>
      <NoticeWays />
    </div>
  )
}

function DeviceState({ push, state }: { push: Push; state: PushState }) {
  const Icon = ICONS[state]
  return (
    <>
      <p className="line align-start gap-3" role="status">
        <Icon aria-hidden />
        <span>
          <strong>{TITLES[state]}</strong>
          <span className="block muted fine">{EXPLANATIONS[state]}</span>
        </span>
      </p>
      {push.problem && (
        <p className="push-question__problem" role="alert">
          {push.problem}
        </p>
      )}
      {(state === 'on' || state === 'off') && (
        <div className="row">
          <button
            type="button"
            className={state === 'on' ? 'is-secondary' : ''}
            aria-disabled={push.isBusy}
            onClick={() => !push.isBusy && (state === 'on' ? push.turnOff() : push.turnOn())}
          >
            {state === 'on' ? 'Turn off' : 'Turn on'}
          </button>
        </div>
      )}
    </>
  )
}

const ICONS = { on: BellRing, off: BellOff, blocked: BellOff, unsupported: BellOff, 'install-first': Smartphone }

const TITLES: Record<PushState, string> = {
  on: 'Notifications are on',
  off: 'Notifications are off',
  blocked: 'Blocked in the browser',
  unsupported: 'Not supported',
  'install-first': 'Install the app first',
}

const EXPLANATIONS: Record<PushState, string> = {
  on: 'You are notified of what is new also while the app is closed, until you sign out here.',
  off: 'You see what is new when you open the app.',
  blocked: `Your browser does not let ${PRODUCT_NAME} notify you. Allow notifications in its settings for this site, then come back.`,
  unsupported: 'This browser cannot notify you while the app is closed. Another browser on this device may.',
  'install-first':
    'On an iPhone or iPad, notifications need the app on the home screen: tap Share, then “Add to Home Screen”, open it from there and come back to this page.',
}
