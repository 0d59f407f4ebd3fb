import { useEffect, useState } from 'react'
import { call } from '../../sync/client'
import type { Browse } from './browse-search'
import type { Found } from './use-found'

/** Somebody who types is not done yet. */
const PAUSE_MS = 200
const ASKED_AT_ONCE = 24
const LONGEST_TEXT = 100
/** The orders that the server knows; it answers others in its own. */
const ORDERS = ['newest', 'low', 'high'] as const

/**
 * The first finds of the server, for a device that does not hold the listings yet. While an answer is on its way the one before it stays;
 * null when there is none yet, and when none is wanted.
 */
export function useServerFinds(wanted: Browse, isWanted: boolean): Found | null {
  const [found, setFound] = useState<Found | null>(null)
  const search = JSON.stringify(wanted)
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const take = (answer: Found) => isCurrent && !isUndecided(answer) && setFound(answer)
    // A device that gets no answer has its own listings in a moment.
    const timer = setTimeout(() => askServer(search).then(take, () => undefined), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [search, isWanted])
  return isWanted ? found : null
}

/** The server has looked at many listings and found none yet: there may be some behind them. */
const isUndecided = ({ listings, isPart }: Found) => listings.length === 0 && isPart === true

async function askServer(search: string): Promise<Found> {
  const { range, pieces, ...wanted }: Browse = JSON.parse(search)
  const sort = ORDERS.find((order) => order === wanted.sort)
  const { listings, cursor } = await call('searchListings', {
    query: {
      text: wanted.search.trim().slice(0, LONGEST_TEXT),
      pieces,
      limit: ASKED_AT_ONCE,
      ...(wanted.categories.length > 0 && { categories: wanted.categories.join(',') }),
      ...(wanted.place !== null && { place: wanted.place }),
      ...(wanted.miles !== null && { miles: wanted.miles }),
      ...(range && { from: range.startDate, to: range.endDate }),
      ...(wanted.least !== null && { least: wanted.least }),
      ...(wanted.most !== null && { most: wanted.most }),
      ...(sort && { sort }),
    },
  })
  return { listings, search, wish: { range, pieces }, ...(cursor !== null && { isPart: true }) }
}
