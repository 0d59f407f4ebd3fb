import type { OwnAddress } from '../session/own-address'
import { RefusedChange } from './refused-change'
import { WaitingChip } from './waiting-chip'

/** An address that the server does not have yet, or has refused. */
export function AddressOnItsWay({ waiting }: { waiting: NonNullable<OwnAddress['waiting']> }) {
  const { opId, state, error, isClash } = waiting
  if (state === 'attention')
    return (
      <RefusedChange
        opId={opId}
        error={error}
        question="Go back to the address that was saved before?"
        canRetry={!isClash}
      />
    )
  return (
    <div className="row" role="status">
      <WaitingChip state={state} />
      <span className="muted fine">Your address is saved as soon as there is a connection.</span>
    </div>
  )
}
