import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { MESSAGE_MAX } from '#schema/message'
import type { OutboxItem } from '../disk/local-db'
import { pendingOf } from '../disk/pending-of'
import { useKeptText } from '../drafts/use-kept-text'
import { useAccount } from '../session/account'
import { MESSAGE_KINDS, rewriteDraftId } from '../sync/thread'
import { useToast } from '../ui/toasts'
import { returnToBox, rewriteMessage } from './waiting-write'

const IN_THE_BOX = 'Your new words are in the message box.'

/** Other words for a message that has not arrived, as they are typed, and where they go. */
export function useEditedMessage(item: OutboxItem, onClose: () => void) {
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
    // The row of the message may go meanwhile: the words are taken care of here.
    isOver.current = true
    try {
      if (!(await rewriteMessage(engine, item.opId, content))) {
        await returnToBox(engine, item, content)
        toast({ title: 'This message is on its way', description: IN_THE_BOX })
      }
      close()
    } catch {
      isOver.current = false
      setError('The message could not be kept.')
    }
  }

  function change(words: string) {
    setTyped(true)
    kept.change(words)
  }

  return { text, change, error, save, close }
}
