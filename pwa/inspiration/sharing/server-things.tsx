import type { ReactNode } from 'react'
import type { PostLink } from '#schema/inspiration'
import { NotSearched } from '../../offerings/not-searched'
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
  })
  const items = useFindsBeyond(search, {
    askPage: async (limit, cursor) => {
      const query = queryOf({ ...ANYTHING, search }, limit, cursor)
      const { items: rows, cursor: next } = await call('searchItems', { query })
      return { rows, cursor: next }
    },
    isHeld: (id) => catalogue.get('item', id) !== undefined,
  })
  const both = [listings, items]
  const failed = both.filter(({ hasFailed }) => hasFailed)
  const again = () => {
    for (const one of failed) one.again()
  }
  const found = [
    ...(listings.answer?.rows.map((row) => thingOf('listing', row)) ?? []),
    ...(items.answer?.rows.map((row) => thingOf('item', row)) ?? []),
  ].filter((thing) => !chosen.some((one) => isSameLink(one, thing)))
  const isNone = found.length === 0 && both.every(({ answer, isAsking }) => !isAsking && answer?.cursor === null)
  return (
    <>
      <ThingList label="Found farther away" things={found.slice(0, SHOWN)}>
        {children}
      </ThingList>
      {failed.length > 0 ? <NotSearched again={again} /> : isNone && none}
    </>
  )
}

const ANYTHING = { categories: [], least: null, most: null, sort: null }
