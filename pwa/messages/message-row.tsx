import { Clock } from 'lucide-react'
import { ReportButton } from '../moderation/report-button'
import { WriteButtons } from '../outbox/write-buttons'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import type { WaitingMessage } from '../sync/overlay'
import { StatusChip } from '../ui/status-chip'
import type { ShownMessage } from './message-queries'
import { messageTime, waitingWords } from './message-times'

/** A message that the server has. */
export function SentMessage({ message, mine, other }: { message: ShownMessage; mine: boolean; other: string }) {
  return (
    <div className="message" data-mine={mine}>
      <span className="visually-hidden">{mine ? 'You: ' : `${other}: `}</span>
      <p dir="auto">{message.content}</p>
      <div className="message__foot muted small line gap-1">
        <time dateTime={message.createdAt}>{messageTime(message)}</time>
        <ReportButton
          kind={message.kind}
          id={message.id}
          ownerId={message.senderId}
          title={`Message of ${other}`}
          small
        />
      </div>
    </div>
  )
}

interface UnsentMessageProps {
  message: WaitingMessage
  device: { reachable: boolean; paused: boolean }
}

/** A message that is still on this device: on its way, or refused with the server's words and what to do. */
export function UnsentMessage({ message, device }: UnsentMessageProps) {
  return (
    <div className="message" data-mine="true" data-state={message.state}>
      <span className="visually-hidden">You: </span>
      <p dir="auto">{message.content}</p>
      <div className="message__foot muted small line gap-1">
        {message.state === 'attention' ? (
          <StatusChip tone="refused">Not sent</StatusChip>
        ) : (
          <StatusChip tone="waiting" icon={<Clock />}>
            {waitingWords(message.state, device)}
          </StatusChip>
        )}
      </div>
      <WhatToDo message={message} isHeld={!device.reachable || device.paused} />
    </div>
  )
}

/** The presses for a message that was refused, or that waits for longer than a moment. */
function WhatToDo({ message: { opId, state, error }, isHeld }: { message: WaitingMessage; isHeld: boolean }) {
  const { db } = useAccount().engine
  const item = useLiveQuery(() => db.outbox.get(opId), [db, opId])
  const isRefused = state === 'attention'
  if (!item) return null
  return (
    <div className={isRefused ? 'message__refused' : 'message__waiting'}>
      {isRefused && <p>{error ?? 'The server did not accept this message.'}</p>}
      <WriteButtons item={item} to={null} isShown={isRefused || isHeld || item.attempts > 0} />
    </div>
  )
}
