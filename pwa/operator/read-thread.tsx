import { useState } from 'react'
import type { ReadThread as Thread, ThreadRequest } from '#schema/operator'
import { callModeration } from '../moderation/call-moderation'
import { formatMoment } from '../ui/times/offer-times'
import { FOUND_WORDS } from './operator-words'
import { ReasonForm } from './reason-form'

/** The messages of a booking or an order. They are read for a reason, which is logged. */
export function ReadThread({ kind, id }: Pick<ThreadRequest, 'kind' | 'id'>) {
  const [thread, setThread] = useState<Thread | null>(null)
  if (thread) return <Messages thread={thread} />
  return (
    <ReasonForm
      name={`Read the messages of ${FOUND_WORDS[kind].one.toLowerCase()} ${id}`}
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
