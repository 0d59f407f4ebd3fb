import { diskUnkept } from '../disk/disk-version'
import type { UnsentCounts } from '../session/sealing/sealed-work'
import { unsentWords } from '../session/session-words'
import { Modal } from '../ui/modal'
import type { UnsentWork } from './sign-out'

interface SignOutDialogProps {
  unsent: UnsentCounts
  onChoose: (choice: UnsentWork) => void
  onCancel: () => void
}

/** Asked only when something would be left behind. */
export function SignOutDialog({ unsent, onChoose, onCancel }: SignOutDialogProps) {
  const isUnkept = diskUnkept() !== null
  return (
    <Modal
      open
      title="Sign out now?"
      onClose={onCancel}
      footer={
        <>
          <button type="button" onClick={() => (isUnkept ? onCancel() : onChoose('keep'))}>
            {isUnkept ? 'Cancel' : 'Keep and sign out'}
          </button>
          <button type="button" className="is-quiet" onClick={() => onChoose('discard')}>
            Discard and sign out
          </button>
        </>
      }
    >
      <p>
        {unsentWords(unsent)}{' '}
        {isUnkept
          ? 'Nothing can be kept here: it is gone once you sign out.'
          : 'If you keep it, all of it is encrypted on this device and comes back when you sign in here again; until then nobody can read or send it. After 60 days it is deleted.'}
      </p>
    </Modal>
  )
}
