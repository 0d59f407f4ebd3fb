import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import { findOpenThread, findQuestion } from '../sync/question-threads'
import { type Subject, type ThreadAbout, threadKey } from '../sync/thread'
import { MessagesDialog } from './messages-dialog'

interface QuestionDialogProps {
  thread: ThreadAbout
  userId: number
  /** Known where one asks about what is on the screen; a question by its number says it by itself. */
  subject?: Subject
  onClose: () => void
}

/** A question, or the thread of the offer or the order that came of it. */
export function QuestionDialog({ thread: { about, id }, userId, subject, onClose }: QuestionDialogProps) {
  const { db } = useAccount().engine
  const found = useLiveQuery(async () => {
    const thread = { about, id } as ThreadAbout
    return { open: await findOpenThread(db, thread, userId), question: await findQuestion(db, thread, userId) }
  }, [db, about, id, userId])
  const open = found?.open ?? ({ about, id } as ThreadAbout)
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
      onClose={onClose}
    />
  )
}
