import { useEffect, useState } from 'react'
import { FIRST_ROWS } from '#schema/sync-scopes'
import { call } from '../../sync/client'
import type { Browse } from './browse-search'
import type { Found } from './use-found'

/** Somebody who types is not done yet. */
const PAUSE_MS = 200
const LONGEST_TEXT = 100
/** The orders that the server knows; it answers others in its own. */
const ORDERS = ['newest', 'low', 'high'] as const

interface ServerFinds {
  found: Found | null
  /** Brings the next page below those that are here. */
  more: () => void
}

interface Answer extends Found {
  /** Of the next page; null at the end. */
  cursor: string | null
}

/**
 * The finds of the server, a page at a time. While an answer is on its way the one before it stays; null when there is none
 * yet, and when none is wanted.
 * @param outside areas whose listings are not wanted, because this device has them
 */
export function useServerFinds(wanted: Browse, isWanted: boolean, outside = ''): ServerFinds {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const search = JSON.stringify(wanted)
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const take = (first: Answer) => isCurrent && !isUndecided(first) && setAnswer(first)
    // A device that gets no answer has its own listings.
    const timer = setTimeout(() => askServer(search, outside).then(take, () => undefined), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [search, isWanted, outside])
  const more = () => {
    if (!answer?.cursor) return
    const join = (next: Answer) =>
      setAnswer((now) => (now === answer ? { ...next, listings: [...now.listings, ...next.listings] } : now))
    askServer(answer.search, outside, answer.cursor).then(join, () => undefined)
  }
  return { found: isWanted ? answer : null, more }
}

/** The server has looked at many listings and found none yet: there may be some behind them. */
const isUndecided = ({ listings, cursor }: Answer) => listings.length === 0 && cursor !== null

async function askServer(search: string, outside: string, from?: string): Promise<Answer> {
  const { range, pieces, ...wanted }: Browse = JSON.parse(search)
  const sort = ORDERS.find((order) => order === wanted.sort)
  const { listings, cursor } = await call('searchListings', {
    query: {
      text: wanted.search.trim().slice(0, LONGEST_TEXT),
      pieces,
      limit: FIRST_ROWS,
      ...(wanted.categories.length > 0 && { categories: wanted.categories.join(',') }),
      ...(wanted.place !== null && { place: wanted.place }),
      ...(wanted.miles !== null && { miles: wanted.miles }),
      ...(range && { from: range.startDate, to: range.endDate }),
      ...(wanted.least !== null && { least: wanted.least }),
      ...(wanted.most !== null && { most: wanted.most }),
      ...(sort && { sort }),
      ...(outside && { outside }),
      ...(from && { cursor: from }),
    },
  })
  return { listings, search, wish: { range, pieces }, cursor, ...(cursor !== null && { isPart: true }) }
}
