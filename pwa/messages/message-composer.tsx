import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isDiskFull } from '../disk/disk-full'
import { useKeptText } from '../drafts/use-kept-text'
import { useAccount } from '../session/account'
import { messageDraftId, type Subject, type ThreadAbout } from '../sync/thread'
import { Field } from '../ui/fields/field'
import { isEnter } from '../ui/fields/is-enter'
import { isolated } from '../ui/isolated'
import { NavLink } from '../ui/nav-link'
import { sendMessage } from './send-message'

interface MessageComposerProps {
  thread: ThreadAbout
  subject: Subject
  /** The words are on their way. */
  onSent: () => void
}

const NO_ROOM = 'There is no room on this device to keep it, and no connection to send it.'

/** Enter sends, Shift+Enter adds a line. What is typed is kept on this device until it is sent. */
export function MessageComposer({ thread, subject, onSent }: MessageComposerProps) {
  const { engine } = useAccount()
  const { text, change, handOver, giveBack } = useKeptText(engine.db, messageDraftId(thread))
  const [error, setError] = useState('')
  const [isFull, setFull] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  /** The message that failed last. It may have arrived all the same. */
  const failed = useRef<{ content: string; clientId: string }>(null)

  // On phones the keyboard would hide the thread that one came to read.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) box.current?.focus()
  }, [])

  async function send() {
    const content = text
    const clientId = failed.current?.content === content ? failed.current.clientId : crypto.randomUUID()
    failed.current = null
    const attempt = () => sendMessage(engine, thread, subject, content, clientId)
    // Emptied before anything is awaited: a second Enter finds nothing to send twice.
    const kept = handOver(attempt)
    const sent = kept.catch((error) => {
      if (!isDiskFull(error)) throw error
      // The disk takes neither the words nor the message: it goes out from memory.
      return attempt().finally(() => giveBack(''))
    })
    const problem = await sent.catch((error) => {
      setFull(isDiskFull(error))
      return isDiskFull(error) ? NO_ROOM : 'The message could not be kept.'
    })
    setError(problem ?? '')
    if (!problem) setFull(false)
    if (problem) {
      failed.current = { content, clientId }
      giveBack(content)
    } else onSent()
    box.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isEnter(event.nativeEvent) || event.shiftKey) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="composer flush row align-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field label={`Message to ${isolated(subject.other)}`} error={error || undefined}>
        {(control) => (
          <textarea
            {...control}
            ref={box}
            rows={2}
            dir="auto"
            enterKeyHint="send"
            value={text}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setError('')
              change(event.target.value)
            }}
          />
        )}
      </Field>
      {isFull && <NavLink to="/settings?tab=storage">Make room on this device</NavLink>}
      <button type="submit">
        <SendHorizontal />
        Send
      </button>
    </form>
  )
}
