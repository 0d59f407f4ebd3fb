import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { MESSAGE_MAX } from '#schema/message'
import type { OutboxItem } from '../disk/local-db'
import { pendingOf } from '../disk/pending-of'
import { useKeptText } from '../drafts/use-kept-text'
import { useAccount } from '../session/account'
import { isCertainlyHere } from '../sync/overlay'
import { MESSAGE_KINDS, rewriteDraftId } from '../sync/thread'
import { TextAreaField } from '../ui/fields/text-area-field'
import { Modal } from '../ui/modal'
import { useToast } from '../ui/toasts'
import { returnToBox, rewriteMessage } from './waiting-write'

const IN_THE_BOX = 'Your new words are in the message box.'

/** A message that has not arrived, to be written anew. */
export function EditMessage({ item, onClose }: { item: OutboxItem; onClose: () => void }) {
  const { engine } = useAccount()
  const toast = useToast()
  const written = useMemo(() => pendingOf([item], ...MESSAGE_KINDS)[0]?.payload.content ?? '', [item])
  const kept = useKeptText(engine.db, rewriteDraftId(item.lane, item.opId))
  const [isTyped, setTyped] = useState(false)
  const text = isTyped ? kept.text : kept.text || written
  const [error, setError] = useState('')
  const isOver = useRef(false)
  const putBack = useEffectEvent(async () => {
    const words = text.trim()
    if (isOver.current || words === '' || text === written) return
    const now = await engine.db.outbox.get(item.opId)
    // The page was left: the message waits, and its other words are shown with the next Edit.
    if (now && now.state !== 'acked') return
    await returnToBox(engine, item, words)
    kept.change('')
    toast({ title: IN_THE_BOX })
  })
  // The message has left under the open dialog, and its row is gone: the words go on in the message box.
  // Without the disk, as after signing out, they stay where they are kept.
  useEffect(() => () => void putBack().catch(() => undefined), [])

  function close() {
    isOver.current = true
    kept.change('')
    onClose()
  }

  async function save() {
    const content = text.trim()
    if (content === '') return setError('Message cannot be empty')
    if (content.length > MESSAGE_MAX) return setError(`At most ${MESSAGE_MAX} characters`)
    try {
      if (!(await rewriteMessage(engine, item.opId, content))) {
        await returnToBox(engine, item, content)
        toast({ title: 'This message is on its way', description: IN_THE_BOX })
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
            setTyped(true)
            kept.change(event.target.value)
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
