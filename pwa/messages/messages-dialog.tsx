import { type UIEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ThreadSeen } from '#schema/message'
import { noticeTag } from '#schema/push-notice'
import { UnsentDraft } from '../drafts/unsent-text'
import { PushQuestion } from '../notifications/push-question'
import { useAccount } from '../session/account'
import { callAccount } from '../session/call-account'
import { useIsComing } from '../session/not-here'
import { mustSignInAgain } from '../session/session-words'
import { useLiveQuery } from '../session/use-live-query'
import { useOutbox, useReachable } from '../session/use-sync'
import { messageDraftId, type Subject, type ThreadAbout } from '../sync/thread'
import { closeNotices } from '../todo/close-notices'
import { isInFront, onFrontChange } from '../todo/in-front'
import { EmptyState } from '../ui/empty-state'
import { Modal } from '../ui/modal'
import { Spinner } from '../ui/spinner'
import { useAdoptedDraft } from './adopted-draft'
import { MessageComposer } from './message-composer'
import { isThreadClosed, readThread } from './message-queries'
import { SentMessage, UnsentMessage } from './message-row'
import { messageDay } from './message-times'
import { markThreadSeen } from './thread-reads'
import '../styles/messages.css'

/** A thread that is read this near to its end, in pixels, follows what comes. */
const NEAR_END = 40

const NAMES = { booking: 'offer', order: 'order', listing: 'question', item: 'question', question: 'question' }

interface MessagesDialogProps {
  thread: ThreadAbout
  userId: number
  /** The other person and the subject; undefined when this device has no booking, order or question of that number. */
  subject: Subject | undefined
  /** The bookings, orders or questions of this device have been read. */
  known: boolean
  /** One side has blocked the other, who may never have written. */
  isBlocked?: boolean
  onClose: () => void
}

/** The thread of a booking, an order or a question between its two sides, readable and writable without a connection. */
export function MessagesDialog({ thread, userId, subject, known, isBlocked, onClose }: MessagesDialogProps) {
  const { db } = useAccount().engine
  const [sentCount, setSentCount] = useState(0)
  const { about, id } = thread
  const isClosed = useLiveQuery(() => isThreadClosed(db, { about, id }, userId), [db, about, id, userId]) || isBlocked
  const isOfDeal = about === 'booking' || about === 'order'
  const isReady = useAdoptedDraft(db, thread, userId)
  const isComing = useIsComing() || !known
  return (
    <Modal open title={subject?.other ?? 'Messages'} onClose={onClose} lightDismiss={false} isInAddress>
      {subject && (
        <div className="stack">
          <p className="muted fine breaks">About “{subject.title}”</p>
          <Thread thread={thread} userId={userId} other={subject.other} sentCount={sentCount} />
          {isClosed && (
            <p className="muted">
              No more messages can be written in this thread.{isOfDeal && ' Bookings and orders continue.'}
            </p>
          )}
          {isReady &&
            (isClosed ? (
              <UnsentDraft db={db} draftId={messageDraftId(thread)} question="Throw this message away?" />
            ) : (
              <MessageComposer thread={thread} subject={subject} onSent={() => setSentCount((count) => count + 1)} />
            ))}
          {sentCount > 0 && <PushQuestion sent="message" />}
        </div>
      )}
      {!subject && isComing && <Spinner label="Loading messages" />}
      {!subject && !isComing && (
        <EmptyState drawing="messages" title={`This ${NAMES[about]} is not on this device`} headingLevel={3}>
          It may be somebody else’s, or it has not been fetched yet.
        </EmptyState>
      )}
    </Modal>
  )
}

interface ThreadProps {
  thread: ThreadAbout
  userId: number
  other: string
  /** How many messages this person has sent since it was opened. */
  sentCount: number
}

function Thread({ thread: { about, id }, userId, other, sentCount }: ThreadProps) {
  const { engine } = useAccount()
  const reachable = useReachable()
  const { paused } = useOutbox()
  const thread = useLiveQuery(() => readThread(engine.db, { about, id }, userId), [engine, about, id, userId])
  const { area, isAtEnd, noteEnd } = useNewestInView(`${thread?.sent.length} ${thread?.waiting.length}`, sentCount)
  // No mail tells them of what they have read.
  const told = useRef(new Set<string>())
  const tellSeen = useEffectEvent((seen: ThreadSeen) => {
    const key = `${seen.about} ${seen.messageId}`
    if (told.current.has(key)) return
    told.current.add(key)
    callAccount('seeThread', { body: seen }).catch(() => told.current.delete(key))
  })
  useEffect(() => {
    const box = area.current
    if (!thread || !box) return
    const look = () => {
      // A disk that cannot be written now: it is seen with the next message, or the next look.
      if (!isInFront(box) || !isAtEnd.current) return
      for (const message of thread.newest) markThreadSeen(engine.db, message, message.messageId).catch(() => undefined)
      if (reachable) for (const message of thread.newestOfOther) tellSeen(message)
      closeNotices(thread.newest.map(noticeTag), 'thread').catch(() => undefined)
    }
    look()
    const stop = onFrontChange(look)
    let wasAtEnd = isAtEnd.current
    // Messages that arrive below a reader are seen once the reader is there.
    const lookAtEnd = () => {
      if (isAtEnd.current && !wasAtEnd) look()
      wasAtEnd = isAtEnd.current
    }
    box.addEventListener('scroll', lookAtEnd)
    return () => {
      stop()
      box.removeEventListener('scroll', lookAtEnd)
    }
  }, [engine, thread, area, isAtEnd, reachable])

  const now = new Date()
  const days = thread ? [...Map.groupBy(thread.sent, ({ createdAt }) => messageDay(createdAt, now))] : []
  const isEmpty = thread && thread.sent.length + thread.waiting.length === 0
  return (
    <div
      className="messages"
      role="log"
      aria-label={`Messages with ${other}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
      tabIndex={0}
      ref={area}
      onScroll={noteEnd}
    >
      {isEmpty && <p className="messages__none muted">No messages yet. Say hello to {other}.</p>}
      {days.map(([day, messages]) => (
        <div key={day} className="stack stack--tight">
          <p className="messages__date muted small">{day}</p>
          {messages.map((message) => (
            <SentMessage
              key={`${message.kind} ${message.id}`}
              message={message}
              mine={message.senderId === userId}
              other={other}
            />
          ))}
        </div>
      ))}
      {thread?.waiting.map((message) => (
        <UnsentMessage key={message.opId} message={message} device={{ reachable, paused: mustSignInAgain(paused) }} />
      ))}
    </div>
  )
}

/**
 * Keeps the end of the thread in view whenever `content` or a size changes, for a person who reads there, and for one who has just sent a
 * message.
 */
function useNewestInView(content: string, sentCount: number) {
  const area = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const lastTop = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message that was sent is the reason to go to the end
  useLayoutEffect(() => {
    isAtEnd.current = true
  }, [sentCount])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content is the reason to scroll
  useLayoutEffect(() => {
    const box = area.current
    if (!box) return
    const toEnd = () => isAtEnd.current && box.scrollTo({ top: box.scrollHeight })
    toEnd()
    // A keyboard makes the box lower, and a message grows once its buttons are read from the disk.
    const sizes = new ResizeObserver(toEnd)
    for (const part of [box, ...box.children]) sizes.observe(part)
    return () => sizes.disconnect()
  }, [content, sentCount])
  return {
    area,
    isAtEnd,
    noteEnd({ currentTarget: box }: UIEvent<HTMLElement>) {
      const isNear = box.scrollHeight - box.clientHeight - box.scrollTop <= NEAR_END
      // Only a step up leaves an end that has moved away meanwhile.
      isAtEnd.current = isNear || (isAtEnd.current && box.scrollTop >= lastTop.current)
      lastTop.current = box.scrollTop
    },
  }
}
