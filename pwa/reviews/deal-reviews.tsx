import { useId, useMemo, useState } from 'react'
import { canAnswerReview, canReview } from '#schema/review'
import { UnsentDraft, UnsentText } from '../drafts/unsent-text'
import { ReportButton } from '../moderation/report-button'
import { useDiscard } from '../outbox/use-discard'
import { WaitingChip } from '../outbox/waiting-chip'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import type { DealAbout } from '../sync/thread'
import { FieldError } from '../ui/fields/field'
import { answerDraftId } from './answer-review'
import { ReviewAnswerDialog } from './review-answer-dialog'
import { ReviewBody } from './review-body'
import { ReviewDialog } from './review-dialog'
import { isUnsentReview, reviewDraft } from './review-drafts'
import type { OwnReview, TheirReview } from './review-overlay'
import { readDealReviews } from './review-queries'
import { openWords } from './review-words'
import '../styles/reviews.css'

interface DealReviewsProps extends DealAbout {
  userId: number
  /** The other side's name. */
  other: string
  /** The viewer is the renter or buyer. */
  isOfThing: boolean
  /** Until when reviews can be written; null before the rental or order is done. */
  until: Date | null
  now: Date
  headingLevel?: 2 | 4
}

/** Both sides' reviews of a rental or an order; nothing before there is something to say. */
export function DealReviews({ about, id, userId, other, isOfThing, until, now, headingLevel = 2 }: DealReviewsProps) {
  const { db } = useAccount().engine
  const titleId = useId()
  const deal = useMemo(() => ({ about, id }), [about, id])
  const reviews = useLiveQuery(() => readDealReviews(db, deal, userId), [db, deal, userId])
  const written = useLiveQuery(() => reviewDraft(deal).read(db), [db, deal])
  const [dialog, setDialog] = useState<'review' | 'answer' | null>(null)
  const Heading = `h${headingLevel}` as const
  const close = () => setDialog(null)
  if (!reviews) return null
  const { mine, theirs } = reviews
  const isOpen = canReview(until, mine, now)
  const mayAnswer = theirs !== null && (theirs.canRewriteAnswer || canAnswerReview({ id: userId }, theirs))
  const isTooLate = !isOpen && until !== null && written != null && isUnsentReview(written, mine)
  if (!isOpen && !mine && !theirs && !isTooLate) return null
  return (
    <section className="stack" aria-labelledby={titleId}>
      <Heading id={titleId}>Reviews</Heading>
      {mine && <Mine review={mine} other={other} />}
      {theirs && <Theirs review={theirs} other={other} />}
      {isOpen && until && <p className="muted fine">{openWords(until, other, mine !== null)}</p>}
      {(isOpen || mayAnswer) && (
        <div className="wrap gap-3">
          {isOpen && (
            <button type="button" className={mine ? 'is-secondary' : ''} onClick={() => setDialog('review')}>
              {mine ? 'Change your review' : 'Write a review'}
            </button>
          )}
          {mayAnswer && (
            <button type="button" className="is-secondary" onClick={() => setDialog('answer')}>
              {theirs.canRewriteAnswer ? 'Change your answer' : 'Answer'}
            </button>
          )}
        </div>
      )}
      {isTooLate && (
        <UnsentText
          why="No review can be written any more. What you wrote here was not sent:"
          text={written.content}
          question="Throw this review away?"
          onThrowAway={() => void reviewDraft(deal).forget(db)}
        />
      )}
      {theirs && !mayAnswer && (
        <UnsentDraft
          db={db}
          draftId={answerDraftId(theirs.id)}
          why="No answer can be written any more."
          question="Throw this answer away?"
        />
      )}
      {dialog === 'review' && (
        <ReviewDialog deal={deal} other={other} isOfThing={isOfThing} saved={mine} onClose={close} />
      )}
      {dialog === 'answer' && theirs && (
        <ReviewAnswerDialog deal={deal} review={theirs} author={other} onClose={close} />
      )}
    </section>
  )
}

function Mine({ review, other }: { review: OwnReview; other: string }) {
  const discard = useDiscard()
  const { unsent, answer, row } = review
  return (
    <article className="surface stack" aria-label="Your review">
      <strong>You</strong>
      <ReviewBody review={review} subject={other} />
      {answer && row && (
        <ReportButton kind="review_answer" id={row.id} ownerId={row.subjectId} title={`Answer by ${other}`} small />
      )}
      {review.hidden && <p className="muted fine">An operator has taken your review off the public pages.</p>}
      {review.stands ? (
        <>
          <FieldError>
            You wrote another review on another device, and it stands. Save yours again to put it in the place of that
            one:
          </FieldError>
          <blockquote className="review__answer">
            <ReviewBody review={{ ...review.stands, answer: null }} subject={other} />
          </blockquote>
        </>
      ) : review.waiting === 'attention' ? (
        <FieldError>{`${review.error ?? 'The server did not accept this review.'} Your words are kept on this device.`}</FieldError>
      ) : (
        review.waiting && <WaitingChip state={review.waiting} />
      )}
      {unsent && (
        <UnsentText
          why={`${unsent.error ?? 'The server did not accept this review.'} Your last change was not saved:`}
          text={unsent.content}
          question="Throw this change away?"
          onThrowAway={() => void discard({ opId: unsent.opId, done: 'Change thrown away' })}
        >
          <ReviewBody review={{ ...unsent, answer: null }} subject={other} />
        </UnsentText>
      )}
    </article>
  )
}

function Theirs({ review, other }: { review: TheirReview; other: string }) {
  const discard = useDiscard()
  const { answering, unsent } = review
  const { waiting, error } = answering
  return (
    <article className="surface stack" aria-label={`Review by ${other}`}>
      <strong dir="auto">{other}</strong>
      <ReviewBody review={review} subject="You" />
      {review.answerHidden && <p className="muted fine">An operator has taken your answer off the public pages.</p>}
      {waiting === 'attention' ? (
        <FieldError>{`${error ?? 'The server did not accept this answer.'} Your words are kept on this device.`}</FieldError>
      ) : (
        waiting && <WaitingChip state={waiting} />
      )}
      {unsent && (
        <UnsentText
          why={`${unsent.error ?? 'The server did not accept this answer.'} Your other answer was not published:`}
          text={unsent.content}
          question="Throw this answer away?"
          onThrowAway={() => void discard({ opId: unsent.opId, done: 'Answer thrown away' })}
        />
      )}
    </article>
  )
}
