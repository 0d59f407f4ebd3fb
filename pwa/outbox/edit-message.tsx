import type { OutboxItem } from '../disk/local-db'
import { isCertainlyHere } from '../sync/overlay'
import { TextAreaField } from '../ui/fields/text-area-field'
import { Modal } from '../ui/modal'
import { useEditedMessage } from './use-edited-message'

/** A message that has not arrived, to be written anew. */
export function EditMessage({ item, onClose }: { item: OutboxItem; onClose: () => void }) {
  const { text, change, error, save, close } = useEditedMessage(item, onClose)
  return (
    <Modal
      open
      title="Edit your message"
      onClose={close}
      lightDismiss={false}
      footer={
        <button type="button" onClick={save}>
          Save message
        </button>
      }
    >
      <div className="stack">
        <TextAreaField
          label="Message"
          value={text}
          onChange={(event) => change(event.target.value)}
          error={error || undefined}
        />
        {!isCertainlyHere(item) && (
          <p className="muted fine">It may have arrived already. Then both messages will be there.</p>
        )}
      </div>
    </Modal>
  )
}
