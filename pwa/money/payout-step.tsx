import { useReachable } from '../session/use-sync'
import { BusyButton } from '../ui/busy-button'
import { usePayoutSetup } from './use-payout-setup'

/** Second step of setting up: the account that rental payments go to. `path` is where its person comes back to. */
export function PayoutStep({ path }: { path: string }) {
  const reachable = useReachable()
  const { isLeaving, leave } = usePayoutSetup(path, reachable)
  return (
    <section className="surface stack" aria-labelledby="payout-step">
      <div className="stack stack--tight">
        <h2 id="payout-step">How do you get paid?</h2>
        <p className="muted">
          Our payment provider keeps your bank details and pays you out. You come back here when its form is done.
        </p>
      </div>
      <div className="form-actions">
        <BusyButton busy={isLeaving} busyLabel="Opening the provider" disabled={!reachable} onClick={leave}>
          Set up payouts
        </BusyButton>
      </div>
      {!reachable && (
        <p className="fine" role="status">
          Setting up payouts needs a connection. You can write your listing meanwhile.
        </p>
      )}
    </section>
  )
}
