import { useAccount } from '../session/account'
import type { OwnAddress } from '../session/own-address'
import { ConfirmButton } from '../ui/confirm-button'
import { AgainButton } from '../ui/failure'
import { FieldError } from '../ui/fields/field'
import { useDiscard } from './use-discard'
import { WaitingChip } from './waiting-chip'
import { retryWrite } from './waiting-write'

/** An address that the server does not have yet, or has refused. */
export function AddressOnItsWay({ waiting }: { waiting: NonNullable<OwnAddress['waiting']> }) {
  const { engine } = useAccount()
  const discard = useDiscard()
  if (waiting.state !== 'attention')
    return (
      <div className="row" role="status">
        <WaitingChip state={waiting.state} />
        <span className="muted fine">Your address is saved as soon as there is a connection.</span>
      </div>
    )
  return (
    <div className="stack stack--tight" role="alert">
      <FieldError>{waiting.error ?? 'The server did not accept this address.'}</FieldError>
      <div className="row">
        {!waiting.isClash && <AgainButton again={() => retryWrite(engine, waiting.opId)} />}
        <ConfirmButton
          label="Discard"
          question="Go back to the address that was saved before?"
          onConfirm={() => void discard({ opId: waiting.opId })}
        />
      </div>
    </div>
  )
}
