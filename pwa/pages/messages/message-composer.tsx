import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { sendMessage } from '../../actions/send-message'
import { useAccount } from '../../auth/account'
import { isolated } from '../../components/isolated'
import { messageDraftId } from '../../db/kept-text'
import type { ThreadAbout } from '../../db/thread'
import { Field } from '../../forms/field'
import { useKeptText } from './use-kept-text'

interface MessageComposerProps {
  thread: ThreadAbout
  other: string
  /** The words are on their way. */
  onSent: () => void
}

/** Enter sends, Shift+Enter adds a line. What is typed is kept on this device until it is sent. */
export function MessageComposer({ thread, other, onSent }: MessageComposerProps) {
  const { engine } = useAccount()
  const { text, change, handOver, giveBack } = useKeptText(messageDraftId(thread))
  const [error, setError] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)

  // On phones the keyboard would hide the thread that one came to read.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) box.current?.focus()
  }, [])

  async function send() {
    const content = text
    // Emptied before anything is awaited: a second Enter finds nothing to send twice.
    const kept = handOver(() => sendMessage(engine, thread, content))
    const problem = await kept.catch(() => 'The message could not be kept.')
    setError(problem ?? '')
    if (problem) giveBack(content)
    else onSent()
    box.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    // While letters are being composed (Japanese, accents), Enter belongs to the composing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field label={`Message to ${isolated(other)}`} error={error || undefined}>
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
      <button type="submit" className="composer__send">
        <SendHorizontal />
        Send
      </button>
    </form>
  )
}
