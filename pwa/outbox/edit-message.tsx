import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { MESSAGE_MAX } from '#schema/message'
import type { OutboxItem } from '../disk/local-db'
import { pendingOf } from '../disk/pending-of'
import { useAccount } from '../session/account'
import { isCertainlyHere } from '../sync/overlay'
import { MESSAGE_KINDS } from '../sync/thread'
import { TextAreaField } from '../ui/fields/text-area-field'
import { Modal } from '../ui/modal'
import { useToast } from '../ui/toasts'
import { returnToBox, rewriteMessage } from './waiting-write'

/** A message that has not arrived, to be written anew. */
export function EditMessage({ item, onClose }: { item: OutboxItem; onClose: () => void }) {
  const { engine } = useAccount()
  const toast = useToast()
  const [text, setText] = useState(() => pendingOf([item], ...MESSAGE_KINDS)[0]?.payload.content ?? '')
  const [error, setError] = useState('')
  const typed = useRef<string | null>(null)
  const putBack = useEffectEvent(() => {
    const words = typed.current?.trim()
    if (words) void returnToBox(engine, item, words)
  })
  // The message has arrived under the open dialog, and its row is gone: the words go on in the message box.
  useEffect(() => () => putBack(), [])

  function close() {
    typed.current = null
    onClose()
  }

  async function save() {
    const content = text.trim()
    if (content === '') return setError('Message cannot be empty')
    if (content.length > MESSAGE_MAX) return setError(`At most ${MESSAGE_MAX} characters`)
    try {
      if (!(await rewriteMessage(engine, item.opId, content))) {
        await returnToBox(engine, item, content)
        toast({ title: 'This message is on its way', description: 'Your new words are in the message box.' })
      }
      close()
    } catch {
      setError('The message could not be kept.')
    }
  }
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
          onChange={(event) => {
            typed.current = event.target.value
            setText(event.target.value)
          }}
          error={error || undefined}
        />
        {!isCertainlyHere(item) && (
          <p className="muted fine">It may have arrived already. Then both messages will be there.</p>
        )}
      </div>
    </Modal>
  )
}
