import { useEffect, useState } from 'react'
import { type PublicReview, REVIEW_PAGE } from '#schema/review'
import { useAccount } from '../session/account'
import { useReachable } from '../session/use-sync'
import { call } from '../sync/client'
import { keepSeenReviews, type ReviewSubject, readSeenReviews } from './seen-reviews'

export interface ReviewsRead {
  /** Undefined while they are being read, null when this device cannot have them now. */
  reviews: PublicReview[] | null | undefined
  /** Asks for the page behind them; absent at the end of the list. */
  more?: () => Promise<void>
}

const NO_ROWS: PublicReview[] = []

/** The reviews of a listing, an item or a person: what this device has seen at once, then what the server says. */
export function useReviews({ kind, id }: ReviewSubject): ReviewsRead {
  const { engine } = useAccount()
  const reachable = useReachable()
  const [reviews, setReviews] = useState<PublicReview[] | null>()
  const [hasMore, setHasMore] = useState(false)
  const { db } = engine

  useEffect(() => {
    let live = true
    const read = async () => {
      const seen = await readSeenReviews(db, { kind, id })
      if (live) setReviews((now) => now ?? seen ?? (reachable ? undefined : null))
      if (!reachable) return
      const first = await fetchPage({ kind, id }).catch(() => null)
      if (live) setReviews((now) => first ?? now ?? null)
      if (live) setHasMore(first?.length === REVIEW_PAGE)
      if (first) await keepSeenReviews(db, { kind, id }, first).catch(() => undefined)
    }
    void read()
    return () => {
      live = false
    }
  }, [db, kind, id, reachable])

  async function more() {
    const held = reviews ?? NO_ROWS
    const page = await fetchPage({ kind, id }, held.at(-1)?.id).catch(() => null)
    if (!page) return
    setReviews([...held, ...page])
    setHasMore(page.length === REVIEW_PAGE)
  }
  return hasMore && reachable ? { reviews, more } : { reviews }
}

function fetchPage({ kind, id }: ReviewSubject, cursor?: number): Promise<PublicReview[]> {
  return call('listReviews', { query: { [kind]: id, limit: REVIEW_PAGE, ...(cursor ? { cursor } : {}) } })
}
