import type { UnsentWork } from '../actions/sign-out'
import { Modal } from '../components/modal'

interface SignOutDialogProps {
  /** How many writes have not been sent; the dialog is open while there are any. */
  unsent: number
  onChoose: (choice: UnsentWork) => void
  onCancel: () => void
}

/** Asked only when something would be left behind. */
export function SignOutDialog({ unsent, onChoose, onCancel }: SignOutDialogProps) {
  const things = unsent === 1 ? '1 change has' : `${unsent} changes have`
  return (
    <Modal
      open={unsent > 0}
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
        {things} not been sent yet. Kept on this device, they are sent when you sign in here again; nobody else can see
        or send them.
      </p>
    </Modal>
  )
}
