import { useId } from 'react'
import type { Rating } from '#schema/rating'
import type { PublicReview } from '#schema/review'
import { ReportButton } from '../moderation/report-button'
import { useAccount } from '../session/account'
import { NavLink } from '../ui/nav-link'
import { ReviewBody } from './review-body'
import { authorWords } from './review-words'
import type { ReviewSubject } from './seen-reviews'
import { RatingLine } from './stars'
import { useReviews } from './use-reviews'
import '../styles/reviews.css'
import { monthWords } from '../ui/times/month-words'

interface ReviewListProps extends ReviewSubject {
  /** The person whom the reviews are about. */
  subject: string
  rating: Rating | undefined
}

/** Reviews of a listing, an item or a person, newest first; nothing where there are none. */
export function ReviewList({ kind, id, subject, rating }: ReviewListProps) {
  const titleId = useId()
  const { reviews, more } = useReviews({ kind, id })
  if (reviews === undefined || (reviews?.length === 0 && !rating)) return null
  return (
    <section className="stack reviews" id="reviews" aria-labelledby={titleId}>
      <h2 className="wrap gap-2" id={titleId}>
        Reviews
        <RatingLine rating={rating} />
      </h2>
      {reviews === null && <p className="muted">Reviews are read with a connection.</p>}
      {reviews && reviews.length > 0 && (
        <ul className="review-list plain-list grid gap-3">
          {reviews.map((review) => (
            <li key={review.id}>
              <PublicReviewCard review={review} subject={subject} isOfPerson={kind === 'person'} />
            </li>
          ))}
        </ul>
      )}
      {more && (
        <button type="button" className="is-secondary" onClick={() => void more()}>
          More reviews
        </button>
      )}
    </section>
  )
}

function PublicReviewCard({
  review,
  subject,
  isOfPerson,
}: {
  review: PublicReview
  subject: string
  isOfPerson: boolean
}) {
  const { user } = useAccount()
  const { id, authorId, authorUsername, subjectId, role, title, createdAt, answer } = review
  return (
    <div className="surface stack stack--tight">
      <p>
        <NavLink to={`/profile/${authorId}`} dir="auto">
          {authorUsername}
        </NavLink>{' '}
        <span className="muted fine">
          {isOfPerson && <span dir="auto">{`${authorWords(role, title)}, `}</span>}
          <time dateTime={createdAt}>{monthWords(createdAt)}</time>
        </span>
      </p>
      <ReviewBody review={review} subject={subject} />
      {answer && <ReportButton kind="review_answer" id={id} ownerId={subjectId} title={`Answer by ${subject}`} small />}
      <ReportButton kind="review" id={id} ownerId={authorId} title={`Review by ${authorUsername}`} />
      {user?.isOperator && <p className="muted fine">{`Review ${id}`}</p>}
    </div>
  )
}
