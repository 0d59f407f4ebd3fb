import type { Review } from '#schema/review'
import type { OutboxItem } from '../disk/local-db'
import { pendingOf } from '../disk/pending-of'
import { stateOf, type WaitingState } from '../sync/overlay'
import type { DealAbout } from '../sync/thread'
import type { ReviewDraft } from './review-drafts'

/** How far a write has come; absent for what is as the server has it. */
interface OnItsWay {
  waiting?: WaitingState
  /** The server's words on a write that it refused. */
  error?: string | null
}

/** One's own review, with what its person has written since the last pull. */
export interface OwnReview extends OnItsWay, ReviewDraft {
  revealedAt: string | null
  hidden: boolean
  answer: string | null
}

/** The other side's review, with one's own answer. */
export interface TheirReview extends Review {
  answering: OnItsWay
}

export interface BothReviews {
  mine: OwnReview | null
  theirs: TheirReview | null
}

/** Both reviews of a rental or an order, as this device shows them. A refused write stays in sight. */
export function overlayReviews(
  rows: readonly Review[],
  items: readonly OutboxItem[],
  deal: DealAbout,
  userId: number,
): BothReviews {
  const own = rows.find(({ authorId }) => authorId === userId)
  const theirs = rows.find(({ authorId }) => authorId !== userId)
  const written = pendingOf(items, 'review.put').findLast(
    ({ payload }) => payload.about === deal.about && payload.id === deal.id,
  )
  const answered = pendingOf(items, 'review.answer').findLast(({ payload }) => payload.reviewId === theirs?.id)
  const { revealedAt = null, hidden = false, answer = null } = own ?? {}
  const words = written?.payload ?? own
  const mine = words && {
    stars: words.stars,
    points: words.points,
    content: words.content,
    ...{ revealedAt, hidden, answer },
    ...onItsWay(written?.item),
  }
  return {
    mine: mine ?? null,
    theirs: theirs
      ? { ...theirs, answer: answered?.payload.content ?? theirs.answer, answering: onItsWay(answered?.item) }
      : null,
  }
}

function onItsWay(item: OutboxItem | undefined): OnItsWay {
  if (!item) return {}
  return { waiting: stateOf(item), ...(item.state === 'attention' ? { error: item.error?.message ?? null } : {}) }
}
