import { useAccount } from '../session/account'
import { ConfirmButton } from '../ui/confirm-button'
import { AgainButton } from '../ui/failure'
import { FieldError } from '../ui/fields/field'
import { useDiscard } from './use-discard'
import { retryWrite } from './waiting-write'

interface RefusedChangeProps {
  opId: string
  /** The server's words. */
  error: string | null
  /** Asked before the change is thrown away. */
  question: string
  /** The same change may be accepted by now. */
  canRetry?: boolean
}

/** Why the server has refused a change, and what its person can do. */
export function RefusedChange({ opId, error, question, canRetry = true }: RefusedChangeProps) {
  const { engine } = useAccount()
  const discard = useDiscard()
  return (
    <div className="stack stack--tight" role="alert">
      <FieldError>{error ?? 'The server did not accept this.'}</FieldError>
      <div className="row">
        {canRetry && <AgainButton again={() => retryWrite(engine, opId)} />}
        <ConfirmButton label="Discard" question={question} onConfirm={() => void discard({ opId })} />
      </div>
    </div>
  )
}
