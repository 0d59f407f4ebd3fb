import { MessageCircleReply } from 'lucide-react'
import type { ReviewPoint } from '#schema/review'
import { POINT_NAMES } from './review-words'
import { Stars } from './stars'

interface ReviewBodyProps {
  review: { stars: number; points: readonly ReviewPoint[]; content: string; answer: string | null }
  /** The person of the answer. */
  subject: string
}

/** Stars, what was right, words, and the answer. */
export function ReviewBody({ review: { stars, points, content, answer }, subject }: ReviewBodyProps) {
  return (
    <>
      <p className="wrap gap-2">
        <Stars count={stars} />
        {points.map((point) => (
          <span className="chip" key={point}>
            {POINT_NAMES[point]}
          </span>
        ))}
      </p>
      {content && (
        <p className="long-text" dir="auto">
          {content}
        </p>
      )}
      {answer && (
        <blockquote className="review__answer">
          <p className="muted fine">
            <MessageCircleReply /> <bdi>{subject}</bdi> answered
          </p>
          <p className="long-text" dir="auto">
            {answer}
          </p>
        </blockquote>
      )}
    </>
  )
}
