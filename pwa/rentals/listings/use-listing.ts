import { useEffect, useState } from 'react'
import type { CatalogueListing, Listing } from '#schema/listing'
import type { PublicUser } from '#schema/user'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useCatalogue } from '../../session/use-sync'
import { ApiError, call } from '../../sync/client'
import { noteOpened } from '../../sync/pinned-listings'
import type { ShownOwnListing } from './own-listing-overlay'
import { readOwnListing } from './own-listings'

/** A listing as far as it is known here. `row` also knows its calendar; it is null until this device holds it. */
export type ShownListing =
  | { state: 'loading' | 'missing' | 'unreachable' }
  | {
      state: 'shown'
      listing: Listing
      row: CatalogueListing | null
      owner: PublicUser | undefined
      /** For its owner: paused ones too, with what they have done to it since. */
      own: ShownOwnListing | null
    }

type Asked = Listing | 'missing' | 'unreachable'

/** From this device; what is not on it yet is asked of the server, once. */
export function useListing(id: number | null): ShownListing {
  const { catalogue, ready } = useCatalogue()
  const { engine } = useAccount()
  const row = id === null ? undefined : catalogue.get('listing', id)
  const own = useLiveQuery(() => (id === null ? null : readOwnListing(engine.db, id)), [engine, id])
  const [asked, setAsked] = useState<{ id: number; answer: Asked }>()
  const isWanted = ready && row === undefined && own === null && id !== null
  useEffect(() => {
    if (!isWanted || id === null) return
    let live = true
    askServer(id).then((answer) => {
      if (!live) return
      setAsked({ id, answer })
      // It exists, so the next pull brings it together with its calendar.
      if (typeof answer === 'object') noteOpened(engine.db, id).finally(() => engine.wake())
    })
    return () => {
      live = false
    }
  }, [isWanted, id, engine])

  if (id === null) return { state: 'missing' }
  const ownerOf = ({ userId }: Listing) => catalogue.get('person', userId)
  if (own) return { state: 'shown', listing: own.listing, row: row ?? null, owner: ownerOf(own.listing), own }
  if (row) return { state: 'shown', listing: row, row, owner: ownerOf(row), own: null }
  const answer = asked?.id === id ? asked.answer : undefined
  if (answer === undefined) return { state: 'loading' }
  if (typeof answer === 'string') return { state: answer }
  return { state: 'shown', listing: answer, row: null, owner: undefined, own: null }
}

async function askServer(id: number): Promise<Asked> {
  try {
    return await call('getListing', { params: { id } })
  } catch (error) {
    return error instanceof ApiError && error.status < 500 ? 'missing' : 'unreachable'
  }
}
