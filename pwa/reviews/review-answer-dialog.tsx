import { useState } from 'react'
import { ReviewAnswer } from '#schema/review'
import { useKeptText } from '../drafts/use-kept-text'
import { useAccount } from '../session/account'
import type { DealAbout } from '../sync/thread'
import { TextAreaField } from '../ui/fields/text-area-field'
import { PressDialog } from '../ui/press-dialog'
import { answerDraftId, answerReview } from './answer-review'
import type { TheirReview } from './review-overlay'

interface ReviewAnswerDialogProps {
  deal: DealAbout
  review: TheirReview
  author: string
  onClose: () => void
}

/** The one answer to a review of oneself; closing keeps what is typed. */
export function ReviewAnswerDialog({ deal, review, author, onClose }: ReviewAnswerDialogProps) {
  const { engine } = useAccount()
  const typed = useKeptText(engine.db, answerDraftId(review.id))
  const [isTouched, setTouched] = useState(false)
  const text = isTouched ? typed.text : typed.text || (review.answer ?? '')
  const [problem, setProblem] = useState('')

  async function send() {
    const parsed = ReviewAnswer.safeParse({ content: text })
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message ?? '')
    try {
      await typed.handOver(() => answerReview(engine, { ...deal, reviewId: review.id, ...parsed.data }))
      onClose()
    } catch {
      typed.giveBack(text)
      setProblem('There is no room on this device. What you typed is still here.')
    }
  }
  return (
    <PressDialog
      title={`Answer ${author}`}
      onClose={onClose}
      lightDismiss={false}
      press="Publish answer"
      onPress={send}
      back="Close"
    >
      <TextAreaField
        label="Your answer"
        dir="auto"
        rows={4}
        hint="Everybody can read it below the review. There is one answer, and it stays as it is."
        value={text}
        error={problem}
        onChange={(event) => {
          setProblem('')
          setTouched(true)
          typed.change(event.target.value)
        }}
      />
    </PressDialog>
  )
}
