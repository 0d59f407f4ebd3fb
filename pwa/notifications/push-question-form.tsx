import { Bell } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useAccount } from '../session/account'
import { noteAskedToPush, wasAskedToPush } from './push-choice'
import { usePush } from './use-push'
import '../styles/notifications.css'

export interface PushQuestionProps {
  /** The kind of thing that was just sent to somebody. */
  sent: 'offer' | 'message'
}

/**
 * Asks, once and after something was sent, whether an answer should be told while the app is closed. The browser's own
 * question comes only after a yes. Not shown where there is nothing to ask.
 */
export function PushQuestionForm({ sent }: PushQuestionProps) {
  const { name: account } = useAccount().engine.db
  const titleId = useId()
  const push = usePush()
  const [isOpen, setOpen] = useState(false)
  const [isOver, setOver] = useState(false)
  const [mayAsk, setMayAsk] = useState<boolean>()
  // A browser that has decided already is not asked.
  if (mayAsk === undefined && push.state !== undefined) setMayAsk(push.state === 'off')
  useEffect(() => {
    let live = true
    wasAskedToPush(account).then(
      (wasAsked) => live && setOpen(!wasAsked),
      () => undefined,
    )
    return () => {
      live = false
    }
  }, [account])

  const isShown = isOpen && !isOver && mayAsk === true && push.state !== undefined
  const section = useRef<HTMLElement>(null)
  // In a dialog it may come below the edge, where nobody looks for it.
  useEffect(() => {
    if (isShown) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])

  if (!isShown) return null
  const isAsking = push.state === 'off'
  const close = () => {
    setOver(true)
    // A disk that cannot be written now asks once more another time.
    noteAskedToPush(account).catch(() => undefined)
  }
  return (
    <section className="push-question row align-start gap-3" aria-labelledby={titleId} ref={section}>
      <Bell aria-hidden />
      <div className="stack stack--tight grow">
        <h3 id={titleId}>Get notified of the answer?</h3>
        <p className="muted fine" role="status">
          {OUTCOMES[push.state ?? 'off'] ?? QUESTIONS[sent]}
        </p>
        {push.problem && (
          <p className="push-question__problem fine" role="alert">
            {push.problem}
          </p>
        )}
      </div>
      <div className="row">
        {/* One button that changes its meaning, so that the focus stays on it. */}
        <button
          type="button"
          className={isAsking ? '' : 'is-secondary'}
          aria-disabled={push.isBusy}
          onClick={() => !push.isBusy && (isAsking ? push.turnOn() : close())}
        >
          {isAsking ? 'Notify me' : 'Got it'}
        </button>
        {isAsking && (
          <button type="button" className="is-secondary" onClick={close}>
            Not now
          </button>
        )}
      </div>
    </section>
  )
}

const QUESTIONS = {
  offer: 'This device can tell you when your offer is answered, also while the app is closed.',
  message: 'This device can tell you when somebody writes back, also while the app is closed.',
}
const OUTCOMES: Record<string, string> = {
  on: 'This device will tell you. You choose what you are notified of under Settings, Notifications.',
  blocked: 'Your browser blocks notifications from here. You can allow them in its settings for this site.',
}
