import { useMemo } from 'react'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import { findQuestion, followThread } from '../sync/question-threads'
import { type Subject, type ThreadAbout, threadKey } from '../sync/thread'
import { MessagesDialog } from './messages-dialog'

interface QuestionDialogProps {
  thread: ThreadAbout
  userId: number
  /** Known where one asks about what is on the screen; a question by its number says it by itself. */
  subject?: Subject
  /** One side has blocked the other. */
  isBlocked?: boolean
  onClose: () => void
}

/** A question, or the thread of the offer or the order that came of it. */
export function QuestionDialog({ thread: { about, id }, userId, subject, isBlocked, onClose }: QuestionDialogProps) {
  const { db } = useAccount().engine
  const thread = useMemo(() => ({ about, id }) as ThreadAbout, [about, id])
  const findOpen = useMemo(() => followThread(db, thread, userId), [db, thread, userId])
  const found = useLiveQuery(
    async () => ({ open: await findOpen(), question: await findQuestion(db, thread, userId) }),
    [findOpen],
  )
  const open = found?.open ?? thread
  const question = found?.question
  const of = question && {
    other: question.userId === userId ? question.ownerUsername : question.username,
    title: question.title,
  }
  return (
    <MessagesDialog
      key={threadKey(open)}
      thread={open}
      userId={userId}
      subject={found && (subject ?? of)}
      known={found !== undefined}
      isBlocked={isBlocked}
      onClose={onClose}
    />
  )
}
