import { useId } from 'react'
import { isEssential } from '#schema/mail'
import type { Way } from '#schema/push'
import { PUSH_KINDS, type PushKind } from '#schema/push-notice'
import { useWays } from './use-ways'

/** How each kind of news reaches a person; it counts on all of their devices. */
export function NoticeWays() {
  const id = useId()
  const { ways, problem, isLocked, change } = useWays()
  return (
    <section className="stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Your notifications</h2>
      <p className="muted">
        Notifications reach every device where they are on. Deadlines, damage reports and money always reach you: by
        notification, by mail or by both. They are mailed when none of your devices is notified.
      </p>
      <table className="notice-ways sheet" aria-labelledby={`${id}-title`}>
        <thead>
          <tr>
            <th scope="col">News</th>
            {WAYS.map(([way, label]) => (
              <th key={way} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PUSH_KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">
                {KINDS[kind].label}
                <span className="block muted fine" id={`${id}-${kind}`}>
                  {KINDS[kind].hint}
                  {isEssential(kind) && ' Always on.'}
                </span>
              </th>
              {WAYS.map(([way, label]) => (
                <td key={way}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${KINDS[kind].label}: ${label}`}
                      aria-describedby={`${id}-${kind}`}
                      checked={ways?.[kind][way] ?? false}
                      disabled={isLocked}
                      onChange={(event) => change({ kind, [way]: event.target.checked })}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {problem && (
        <p className="push-question__problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

const WAYS = [
  ['push', 'Push'],
  ['mail', 'Mail'],
] as const satisfies [keyof Way, string][]

const KINDS: Record<PushKind, { label: string; hint: string }> = {
  offers: { label: 'New offers', hint: 'Somebody wants to rent from you, and until when you can answer.' },
  answers: { label: 'Answers and changes', hint: 'Your offer is answered or ends, a booking is cancelled.' },
  money: {
    label: 'Payments',
    hint: 'A payment needs you, and by when. Receipts of what was paid, came back or was sent on are mailed.',
  },
  messages: {
    label: 'Messages',
    hint: 'Somebody writes to you: who, never what. A mail comes when you have not read it for ten minutes.',
  },
  claims: { label: 'Damage reports', hint: 'A report, its answer, and the days by which they are due.' },
  orders: { label: 'Orders', hint: 'A new order for you, what becomes of it, and each step of what you ordered.' },
  reviews: { label: 'Reviews', hint: 'When you can write one, and when somebody has reviewed you.' },
}
