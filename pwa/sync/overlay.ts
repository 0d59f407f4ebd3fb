import type { MarkKind, PostStat } from '#schema/inspiration'
import type { OutboxItem } from '../disk/local-db'
import { acceptedOf, pendingOf } from '../disk/pending-of'
import { MESSAGE_KINDS } from './thread'

/** How far a waiting write has come, for the chip beside it. */
export type WaitingState = 'waiting' | 'sending' | 'attention'

export interface WaitingMessage {
  opId: string
  clientId: string
  content: string
  composedAt: string
  state: WaitingState
  error: string | null
}

/** A write is visible from the press until its effect has come back with a complete pull. */
export function stateOf(item: OutboxItem): WaitingState {
  if (item.state === 'attention') return 'attention'
  return item.state === 'queued' ? 'waiting' : 'sending'
}

/**
 * Is it certain that the server does not have a write? One that may have left is neither rewritten nor taken back before
 * its outcome is known.
 */
export function isCertainlyHere({ state, everSent }: Pick<OutboxItem, 'state' | 'everSent'>): boolean {
  return state === 'attention' || (state === 'queued' && !everSent)
}

/** Messages of a thread that the base rows do not hold yet, in the order in which they were written. */
export function waitingMessages(items: readonly OutboxItem[], held: ReadonlySet<string>): WaitingMessage[] {
  return (
    pendingOf(items, ...MESSAGE_KINDS)
      // The echo of a sent message carries its client id: from then on the base row is the message.
      .filter(({ payload }) => !held.has(payload.clientId))
      .map(({ item, payload: { clientId, content, composedAt } }) => ({
        opId: item.opId,
        clientId,
        content,
        composedAt,
        state: stateOf(item),
        error: item.error?.message ?? null,
      }))
  )
}

/** The person's last word on each like and save that is still on its way: `like/12` -> wanted. A refused word counts no more. */
export function wantedMarks(items: readonly OutboxItem[]): Map<string, boolean> {
  const presses = acceptedOf(items, 'post.like', 'post.save')
  return new Map(
    presses.map(({ kind, payload: { postId, on } }) => [`${kind === 'post.like' ? 'like' : 'save'}/${postId}`, on]),
  )
}

/** Offers whose decline is on its way. */
export function decliningBookings(items: readonly OutboxItem[]): Set<number> {
  return new Set(acceptedOf(items, 'booking.decline').map(({ payload }) => payload.bookingId))
}

/** A post's marks and counts as this person should see them: the server's, moved by what they have pressed since. */
export function shownMarks(
  postId: number,
  stat: PostStat,
  own: ReadonlySet<string>,
  wanted: ReadonlyMap<string, boolean>,
) {
  const shown = (kind: MarkKind) => {
    const base = own.has(`${kind}/${postId}`)
    const now = wanted.get(`${kind}/${postId}`) ?? base
    return { now, moved: Number(now) - Number(base) }
  }
  const like = shown('like')
  const save = shown('save')
  return {
    liked: like.now,
    saved: save.now,
    // While the session is over the counts go on without this person's own rows: they may have been taken off already.
    likeCount: Math.max(0, stat.likeCount + like.moved),
    saveCount: Math.max(0, stat.saveCount + save.moved),
  }
}
