import { useEffect, useState } from 'react'
import type { Catalogue } from '../../sync/catalogue'
import { askServerFinds, type ServerPage } from './ask-server-finds'
import type { Browse } from './browse-search'
import type { Found } from './use-found'

/** Somebody who types is not done yet. */
const PAUSE_MS = 200

interface ServerFinds {
  found: Found | null
  /** Brings the next page below those that are here. */
  more: () => void
}

/** The part of the finds that this device has, so that the server need not send it. */
interface OnDevice {
  /** Areas of which it has all listings. */
  areas: string
  catalogue: Catalogue
}

/**
 * The finds of the server, a page at a time. While an answer is on its way the one before it stays; null when there is none
 * yet, and when none is wanted. Without any that are not on this device there may be more all the same.
 */
export function useServerFinds(wanted: Browse, isWanted: boolean, onDevice?: OnDevice): ServerFinds {
  const [answer, setAnswer] = useState<ServerPage | null>(null)
  const search = JSON.stringify(wanted)
  const { areas: outside = '', catalogue } = onDevice ?? {}
  const isHeld = (id: number) => catalogue?.get('listing', id) !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is held is asked of the catalogue, which stays the same
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    // A device that gets no answer has its own listings. Finds of the search before would pass for those of this one.
    const take = (first: ServerPage | null) => isCurrent && setAnswer(first)
    const ask = () => askServerFinds({ search, outside, isHeld, isOver: () => !isCurrent })
    const timer = setTimeout(() => ask().then(take, () => take(null)), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [search, isWanted, outside, catalogue])
  const more = () => {
    if (!answer?.cursor) return
    const join = (next: ServerPage) => setAnswer((now) => (now === answer ? joined(now, next) : now))
    askServerFinds({ search: answer.search, outside, isHeld }, answer.cursor).then(join, () => undefined)
  }
  return { found: isWanted ? answer : null, more }
}

/** A listing whose price has moved meanwhile may come a second time. */
function joined(held: ServerPage, { isPart, ...next }: ServerPage): ServerPage {
  const here = new Set(held.listings.map(({ id }) => id))
  const listings = [...held.listings, ...next.listings.filter(({ id }) => !here.has(id))]
  return { ...next, ...(isPart && { isPart }), listings }
}
