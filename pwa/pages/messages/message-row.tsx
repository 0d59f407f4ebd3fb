import { Clock } from 'lucide-react'
import type { Message } from '#schema/message'
import { discardWrite, retryWrite } from '../../actions/waiting-write'
import { useAccount } from '../../auth/account'
import { ConfirmButton } from '../../components/confirm-button'
import { StatusChip } from '../../components/status-chip'
import type { WaitingMessage } from '../../db/overlay'
import { CopyButton } from '../outbox/copy-button'
import { messageTime, waitingWords } from './message-times'

/** A message that the server has. */
export function SentMessage({ message, mine, other }: { message: Message; mine: boolean; other: string }) {
  return (
    <div className="message" data-mine={mine}>
      <span className="visually-hidden">{mine ? 'You: ' : `${other}: `}</span>
      <p dir="auto">{message.content}</p>
      <div className="message__foot">
        <time dateTime={message.createdAt}>{messageTime(message)}</time>
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
      <div className="message__foot">
        {message.state === 'attention' ? (
          <StatusChip tone="refused">Not sent</StatusChip>
        ) : (
          <StatusChip tone="waiting" icon={<Clock />}>
            {waitingWords(message.state, device)}
          </StatusChip>
        )}
      </div>
      {message.state === 'attention' && <Refused message={message} />}
    </div>
  )
}

function Refused({ message }: { message: WaitingMessage }) {
  const { engine } = useAccount()
  return (
    <div className="message__refused">
      <p>{message.error ?? 'The server did not take this message.'}</p>
      <div className="row">
        <button type="button" className="is-secondary" onClick={() => retryWrite(engine, message.opId)}>
          Try again
        </button>
        <CopyButton text={message.content} />
        <ConfirmButton
          label="Discard"
          question="Discard this message?"
          onConfirm={() => discardWrite(engine, message.opId)}
        />
      </div>
    </div>
  )
}
