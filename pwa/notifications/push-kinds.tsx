import { useId } from 'react'
import { PUSH_KINDS, type PushKind } from '#schema/push-notice'
import { usePushKinds } from './use-push-kinds'

/** A switch for each kind of notification; it counts on all devices of the person. */
export function PushKinds() {
  const id = useId()
  const { off, problem, isLocked, change } = usePushKinds()
  const isOn = (kind: PushKind) => off !== undefined && !off.includes(kind)
  return (
    <section className="stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>What you hear of</h2>
      <p className="muted">On every device where notifications are on.</p>
      <ul className="push-kinds plain-list flush sheet">
        {PUSH_KINDS.map((kind) => (
          <li key={kind}>
            <label htmlFor={`${id}-${kind}`}>{KINDS[kind].label}</label>
            <span className="muted fine" id={`${id}-${kind}-hint`}>
              {KINDS[kind].hint}
            </span>
            <input
              type="checkbox"
              role="switch"
              id={`${id}-${kind}`}
              aria-describedby={`${id}-${kind}-hint`}
              checked={isOn(kind)}
              aria-checked={isOn(kind)}
              disabled={isLocked}
              onChange={(event) => change(kind, event.target.checked)}
            />
          </li>
        ))}
      </ul>
      {problem && (
        <p className="push-question__problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

const KINDS: Record<PushKind, { label: string; hint: string }> = {
  offers: { label: 'New offers', hint: 'Somebody wants to rent from you.' },
  answers: {
    label: 'Answers and changes',
    hint: 'Your offer is answered or ends, a booking is cancelled, a payment needs you.',
  },
  messages: { label: 'Messages', hint: 'Somebody writes to you. The notification says who, never what.' },
  claims: { label: 'Damage reports', hint: 'A report, its answer, and the days by which they are due.' },
  reviews: { label: 'Reviews', hint: 'When you can write one, and when somebody has reviewed you.' },
  orders: { label: 'Orders', hint: 'A new order for you, and each step of what you ordered.' },
}
