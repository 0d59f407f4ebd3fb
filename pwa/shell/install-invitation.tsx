import { PRODUCT_NAME } from '#schema/product'
import { install, installState, onInstallState } from '../session/install'
import { useSource } from '../ui/use-source'

/** Invites to put the app on this device, in the way that this browser knows; nothing where there is none. */
export function InstallInvitation() {
  const state = useSource(onInstallState, installState)
  if (state === 'installed' || state === 'unavailable') return null
  return (
    <section className="row gap-4 surface" aria-labelledby="landing-install">
      <div className="stack stack--tight grow">
        <h2 id="landing-install">Keep {PRODUCT_NAME} at hand</h2>
        <p className="muted">
          {state === 'offered'
            ? 'Install it and browse, search and write even where the venue has no signal.'
            : 'Tap Share, then “Add to Home Screen”, and browse, search and write even where the venue has no signal.'}
        </p>
      </div>
      {state === 'offered' && (
        <button type="button" onClick={install}>
          Install
        </button>
      )}
    </section>
  )
}
