import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useAccount } from '../../auth/account'
import { mustSignInAgain } from '../../auth/session-words'
import { useOutbox, useReachability } from '../../auth/use-sync'
import { EmptyState } from '../../components/empty-state'
import { Modal } from '../../components/modal'
import { Spinner } from '../../components/spinner'
import type { ShownBooking } from '../../db/booking-queries'
import { readThread } from '../../db/message-queries'
import { markThreadSeen } from '../../db/thread-reads'
import { MessageComposer } from './message-composer'
import { SentMessage, UnsentMessage } from './message-row'
import { messageDay } from './message-times'

interface MessagesDialogProps {
  bookingId: number
  userId: number
  /** The booking that is talked about; undefined when this device has none of that number. */
  booking: ShownBooking | undefined
  /** The bookings of this device have been read. */
  known: boolean
  onClose: () => void
}

/** The thread of a booking between its two sides, readable and writable without a connection. */
export function MessagesDialog({ bookingId, userId, booking, known, onClose }: MessagesDialogProps) {
  const other = booking && (booking.userId === userId ? booking.ownerUsername : booking.renterUsername)
  return (
    <Modal open title={other ?? 'Messages'} onClose={onClose} lightDismiss={false}>
      {booking && other && (
        <div className="stack">
          <p className="muted fine thread__about">About “{booking.listingTitle}”</p>
          <Thread bookingId={bookingId} userId={userId} other={other} />
          <MessageComposer bookingId={bookingId} other={other} />
        </div>
      )}
      {!booking && !known && <Spinner label="Loading messages" />}
      {!booking && known && (
        <EmptyState drawing="messages" title="This offer is not on this device" headingLevel={3}>
          It may be somebody else's, or it has not been fetched yet.
        </EmptyState>
      )}
    </Modal>
  )
}

function Thread({ bookingId, userId, other }: { bookingId: number; userId: number; other: string }) {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const { paused } = useOutbox()
  const thread = useLiveQuery(() => readThread(engine.db, bookingId), [engine, bookingId])
  const newestId = thread?.sent.at(-1)?.id
  useEffect(() => {
    if (newestId !== undefined) markThreadSeen(engine.db, bookingId, newestId)
  }, [engine, bookingId, newestId])
  const area = useNewestInView(`${newestId} ${thread?.waiting.length}`)

  const days = thread ? [...Map.groupBy(thread.sent, ({ createdAt }) => messageDay(createdAt))] : []
  const isEmpty = thread && thread.sent.length + thread.waiting.length === 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
    <div className="messages" role="log" aria-label={`Messages with ${other}`} tabIndex={0} ref={area}>
      {isEmpty && <p className="messages__none muted">No messages yet. Say hello to {other}.</p>}
      {days.map(([day, messages]) => (
        <div key={day} className="messages__day">
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
