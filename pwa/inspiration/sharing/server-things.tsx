import type { ReactNode } from 'react'
import type { PostLink } from '#schema/inspiration'
import { queryOf } from '../../session/ask-past-held'
import { useFindsBeyond } from '../../session/use-finds-beyond'
import { useCatalogue } from '../../session/use-sync'
import { call } from '../../sync/client'
import { isSameLink, type Thing, thingOf } from './link-choices'
import { ThingList } from './thing-list'

const SHOWN = 6

export interface ServerThingsProps {
  search: string
  /** Those are not offered again. */
  chosen: readonly PostLink[]
  /** The words that there are none; false where this device has found some. */
  none: ReactNode
  /** The control of each thing. */
  children: (thing: Thing) => ReactNode
}

/** Rentals and made-to-order items that a search finds on the server alone. */
export function ServerThings({ search, chosen, none, children }: ServerThingsProps) {
  const { catalogue } = useCatalogue()
  const listings = useFindsBeyond(search, {
    askPage: async (limit, cursor) => {
      const query = { ...queryOf({ ...ANYTHING, search }, limit, cursor), pieces: 1 }
      const { listings: rows, cursor: next } = await call('searchListings', { query })
      return { rows, cursor: next }
    },
    isHeld: (id) => catalogue.get('listing', id) !== undefined,
  }).answer
  const items = useFindsBeyond(search, {
    askPage: async (limit, cursor) => {
      const query = queryOf({ ...ANYTHING, search }, limit, cursor)
      const { items: rows, cursor: next } = await call('searchItems', { query })
      return { rows, cursor: next }
    },
    isHeld: (id) => catalogue.get('item', id) !== undefined,
  }).answer
  if (!listings || !items) return null
  const found = [
    ...listings.rows.map((row) => thingOf('listing', row)),
    ...items.rows.map((row) => thingOf('item', row)),
  ].filter((thing) => !chosen.some((one) => isSameLink(one, thing)))
  if (found.length === 0) return none
  return (
    <ThingList label="Found farther away" things={found.slice(0, SHOWN)}>
      {children}
    </ThingList>
  )
}

const ANYTHING = { categories: [], least: null, most: null, sort: null }
