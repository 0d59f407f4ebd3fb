import type { Review } from '#schema/review'
import type { OutboxItem } from '../disk/local-db'
import { pendingOf } from '../disk/pending-of'
import { stateOf, type WaitingState } from '../sync/overlay'
import type { DealAbout } from '../sync/thread'
import { ReviewWords } from './review-drafts'

/** How far a write has come; absent for what is as the server has it. */
interface OnItsWay {
  waiting?: WaitingState
  /** The server's words on a write that it refused. */
  error?: string | null
}

/** One's own review, with what its person has written since the last pull. */
export interface OwnReview extends OnItsWay, ReviewWords {
  /** The review of another device that stands in its place, as the server told of it: its row may not have come yet. */
  stands?: ReviewWords
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
    ...standsBeside(words, written?.item.error),
  }
  return {
    mine: mine ?? null,
    theirs: theirs
      ? { ...theirs, answer: answered?.payload.content ?? theirs.answer, answering: onItsWay(answered?.item) }
      : null,
  }
}

/** The words that both devices changed are the other's, the rest is one's own. */
function standsBeside(words: ReviewWords, error: OutboxItem['error'] | undefined): Pick<OwnReview, 'stands'> {
  if (error?.code !== 'edit_conflict') return {}
  const { stars, points, content } = words
  const { data } = ReviewWords.safeParse({ stars, points, content, ...error.now })
  return data ? { stands: data } : {}
}

function onItsWay(item: OutboxItem | undefined): OnItsWay {
  if (!item) return {}
  return { waiting: stateOf(item), ...(item.state === 'attention' ? { error: item.error?.message ?? null } : {}) }
}
