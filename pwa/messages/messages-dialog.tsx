import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ThreadSeen } from '#schema/message'
import { noticeTag } from '#schema/push-notice'
import { PushQuestion } from '../notifications/push-question'
import { useAccount } from '../session/account'
import { callAccount } from '../session/call-account'
import { mustSignInAgain } from '../session/session-words'
import { useLiveQuery } from '../session/use-live-query'
import { useOutbox, useReachability } from '../session/use-sync'
import type { ThreadAbout } from '../sync/thread'
import { closeNotices } from '../todo/close-notices'
import { isInFront, onFrontChange } from '../todo/in-front'
import { EmptyState } from '../ui/empty-state'
import { Modal } from '../ui/modal'
import { Spinner } from '../ui/spinner'
import { MessageComposer } from './message-composer'
import { isThreadClosed, readThread } from './message-queries'
import { SentMessage, UnsentMessage } from './message-row'
import { messageDay } from './message-times'
import { markThreadSeen } from './thread-reads'
import '../styles/messages.css'

interface MessagesDialogProps {
  thread: ThreadAbout
  userId: number
  /** Whom one talks with, and about what; undefined when this device has no booking or order of that number. */
  subject: { other: string; title: string } | undefined
  /** The bookings or orders of this device have been read. */
  known: boolean
  onClose: () => void
}

/** The thread of a booking or an order between its two sides, readable and writable without a connection. */
export function MessagesDialog({ thread, userId, subject, known, onClose }: MessagesDialogProps) {
  const { db } = useAccount().engine
  const [hasSent, setSent] = useState(false)
  const { about, id } = thread
  const isClosed = useLiveQuery(() => isThreadClosed(db, { about, id }, userId), [db, about, id, userId])
  return (
    <Modal open title={subject?.other ?? 'Messages'} onClose={onClose} lightDismiss={false} isInAddress>
      {subject && (
        <div className="stack">
          <p className="muted fine thread__about">About “{subject.title}”</p>
          <Thread thread={thread} userId={userId} other={subject.other} />
          {isClosed ? (
            <p className="muted">No more messages can be written in this thread. What is booked or ordered goes on.</p>
          ) : (
            <MessageComposer thread={thread} other={subject.other} onSent={() => setSent(true)} />
          )}
          {hasSent && <PushQuestion sent="message" />}
        </div>
      )}
      {!subject && !known && <Spinner label="Loading messages" />}
      {!subject && known && (
        <EmptyState
          drawing="messages"
          title={`This ${thread.about === 'booking' ? 'offer' : 'order'} is not on this device`}
          headingLevel={3}
        >
          It may be somebody else's, or it has not been fetched yet.
        </EmptyState>
      )}
    </Modal>
  )
}

function Thread({ thread: { about, id }, userId, other }: { thread: ThreadAbout; userId: number; other: string }) {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const { paused } = useOutbox()
  const thread = useLiveQuery(() => readThread(engine.db, { about, id }), [engine, about, id])
  const newestId = thread?.sent.at(-1)?.id
  const area = useNewestInView(`${newestId} ${thread?.waiting.length}`)
  // No mail tells them of what they have read.
  const told = useRef(0)
  const tellSeen = useEffectEvent((seen: ThreadSeen) => {
    if (told.current === seen.messageId || thread?.sent.at(-1)?.senderId === userId) return
    told.current = seen.messageId
    callAccount('seeThread', { body: seen }).catch(() => {
      told.current = 0
    })
  })
  useEffect(() => {
    const box = area.current
    if (newestId === undefined || !box) return
    const look = () => {
      // A disk that cannot be written now: it is seen with the next message, or the next look.
      if (!isInFront(box)) return
      markThreadSeen(engine.db, { about, id }, newestId).catch(() => undefined)
      if (reachable) tellSeen({ about, id, messageId: newestId })
      closeNotices([noticeTag({ about, id })], 'thread').catch(() => undefined)
    }
    look()
    return onFrontChange(look)
  }, [engine, about, id, newestId, area, reachable])

  const days = thread ? [...Map.groupBy(thread.sent, ({ createdAt }) => messageDay(createdAt))] : []
  const isEmpty = thread && thread.sent.length + thread.waiting.length === 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
    <div className="messages" role="log" aria-label={`Messages with ${other}`} tabIndex={0} ref={area}>
      {isEmpty && <p className="messages__none muted">No messages yet. Say hello to {other}.</p>}
      {days.map(([day, messages]) => (
        <div key={day} className="messages__day stack stack--tight">
          <p className="messages__date">{day}</p>
          {messages.map((message) => (
            <SentMessage key={message.id} message={message} mine={message.senderId === userId} other={other} />
          ))}
        </div>
      ))}
      {thread?.waiting.map((message) => (
        <UnsentMessage key={message.opId} message={message} device={{ reachable, paused: mustSignInAgain(paused) }} />
      ))}
    </div>
  )
}

/** Keeps the end of the thread in view whenever `content` changes. */
function useNewestInView(content: string) {
  const area = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content is the reason to scroll
  useLayoutEffect(() => {
    area.current?.scrollTo({ top: area.current.scrollHeight })
  }, [content])
  return area
}
