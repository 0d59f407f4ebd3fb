import type { UnsentCounts, UnsentWork } from '../actions/sign-out'
import { Modal } from '../components/modal'
import { unsentWords } from './session-words'

interface SignOutDialogProps {
  unsent: UnsentCounts
  onChoose: (choice: UnsentWork) => void
  onCancel: () => void
}

/** Asked only when something would be left behind. */
export function SignOutDialog({ unsent, onChoose, onCancel }: SignOutDialogProps) {
  return (
    <Modal
      open
      title="Sign out now?"
      onClose={onCancel}
      footer={
        <>
          <button type="button" onClick={() => onChoose('keep')}>
            Keep and sign out
          </button>
          <button type="button" className="is-quiet" onClick={() => onChoose('discard')}>
            Discard and sign out
          </button>
        </>
      }
    >
      <p>
        {unsentWords(unsent)} Kept on this device, all of it is there when you sign in here again; nobody else can see
        or send it.
      </p>
    </Modal>
  )
}
