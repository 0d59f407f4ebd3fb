import { useState } from 'react'
import type { ReadThread as Thread, ThreadName } from '#schema/operator'
import { callModeration } from '../moderation/call-moderation'
import { formatMoment } from '../ui/times/offer-times'
import { ReasonForm } from './reason-form'

const NAMES: Record<ThreadName['kind'], string> = { booking: 'booking', purchase: 'order', question: 'question' }

/** The messages of a booking, an order or a question. They are read for a reason, which is logged. */
export function ReadThread({ kind, id }: ThreadName) {
  const [thread, setThread] = useState<Thread | null>(null)
  if (thread) return <Messages thread={thread} />
  return (
    <ReasonForm
      name={`Read the messages of ${NAMES[kind]} ${id}`}
      keptAs={`thread:${kind}:${id}`}
      label="Why these messages are read"
      hint="The log keeps this, with your name."
      button="Read the messages"
      act={async (note) => {
        setThread(await callModeration('readThread', { body: { kind, id, note } }))
        return null
      }}
    />
  )
}

function Messages({ thread: { messages } }: { thread: Thread }) {
  if (messages.length === 0) return <p className="muted">Neither side wrote anything.</p>
  return (
    <ol className="operator__log stack gap-0 plain-list" aria-label="Messages">
      {messages.map(({ id, senderUsername, content, createdAt }) => (
        <li key={id}>
          <p className="damage__words" dir="auto">
            {content}
          </p>
          <p className="fine muted">
            {`${senderUsername}, `}
            <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}
