import type { Review } from '#schema/review'
import type { OutboxItem } from '../disk/local-db'
import { type PendingWrite, pendingOf } from '../disk/pending-of'
import { isCertainlyHere, stateOf, type WaitingState } from '../sync/overlay'
import type { DealAbout } from '../sync/thread'
import { ReviewWords } from './review-drafts'

/** How far a write has come; absent for what is as the server has it. */
interface OnItsWay {
  waiting?: WaitingState
  /** The server's words on a write that it refused. */
  error?: string | null
}

/** A write that was refused beside what everybody reads. */
interface Refused {
  opId: string
  /** The server's words. */
  error: string | null
}

/** One's own review, with what its person has written since the last pull. */
export interface OwnReview extends OnItsWay, ReviewWords {
  /** The review of another device that stands in its place, as the server told of it: its row may not have come yet. */
  stands?: ReviewWords
  /** Words that were refused because everybody reads the review already. */
  unsent?: ReviewWords & Refused
  revealedAt: string | null
  hidden: boolean
  answer: string | null
  /** As the server has it. */
  row?: Review | undefined
}

/** The other side's review, with one's own answer. */
export interface TheirReview extends Review {
  answering: OnItsWay
  /** One’s own answer is on this device alone: it can be written anew. */
  canRewriteAnswer: boolean
  /** An answer that was refused beside the one that everybody reads. */
  unsent?: { content: string } & Refused
}

export interface BothReviews {
  mine: OwnReview | null
  theirs: TheirReview | null
}

/** Both reviews of a rental or an order, as this device shows them. A refused write stays in sight, beside what everybody reads. */
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
  return { mine: mineOf(own, written), theirs: theirs ? theirsOf(theirs, answered) : null }
}

function mineOf(own: Review | undefined, written: PendingWrite<'review.put'> | undefined): OwnReview | null {
  const { revealedAt = null, hidden = false, answer = null } = own ?? {}
  const unsent = revealedAt !== null && written?.item.state === 'attention' ? written : undefined
  const shown = unsent ? undefined : written
  const words = shown?.payload ?? own
  if (!words) return null
  return {
    ...wordsOf(words),
    ...{ revealedAt, hidden, answer },
    ...(own && { row: own }),
    ...onItsWay(shown?.item),
    ...standsBeside(words, shown?.item.error),
    ...(unsent && { unsent: { ...wordsOf(unsent.payload), ...refusalOf(unsent.item) } }),
  }
}

function theirsOf(theirs: Review, answered: PendingWrite<'review.answer'> | undefined): TheirReview {
  if (!answered) return { ...theirs, answering: {}, canRewriteAnswer: false }
  const { item, payload } = answered
  const { content } = payload
  if (theirs.answer !== null && item.state === 'attention')
    return { ...theirs, answering: {}, canRewriteAnswer: false, unsent: { content, ...refusalOf(item) } }
  const canRewriteAnswer = theirs.answer === null && isCertainlyHere(item)
  return { ...theirs, answer: content, answering: onItsWay(item), canRewriteAnswer }
}

const wordsOf = ({ stars, points, content }: ReviewWords): ReviewWords => ({ stars, points, content })

const refusalOf = ({ opId, error }: OutboxItem): Refused => ({ opId, error: error?.message ?? null })

/** The words that both devices changed are the other's, the rest is one's own. */
function standsBeside(words: ReviewWords, error: OutboxItem['error'] | undefined): Pick<OwnReview, 'stands'> {
  if (error?.code !== 'edit_conflict') return {}
  const { data } = ReviewWords.safeParse({ ...wordsOf(words), ...error.now })
  return data ? { stands: data } : {}
}

function onItsWay(item: OutboxItem | undefined): OnItsWay {
  if (!item) return {}
  return { waiting: stateOf(item), ...(item.state === 'attention' ? { error: item.error?.message ?? null } : {}) }
}
