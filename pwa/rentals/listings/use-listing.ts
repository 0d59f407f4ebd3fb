import type { CatalogueListing, Listing } from '#schema/listing'
import type { PublicUser } from '#schema/user'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useOpenedRow } from '../../session/use-opened-row'
import { useCatalogue } from '../../session/use-sync'
import { call } from '../../sync/client'
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
      /** It has left the market since this page has shown it. */
      isGone: boolean
    }

/** A listing, see `useOpenedRow`. */
export function useListing(id: number | null): ShownListing {
  const { catalogue } = useCatalogue()
  const { db } = useAccount().engine
  const held = id === null ? undefined : catalogue.get('listing', id)
  const own = useLiveQuery(() => (id === null ? null : readOwnListing(db, id)), [db, id])
  const opened = useOpenedRow<Listing | CatalogueListing>('listing', id, held, own === null, (id) =>
    call('getListing', { params: { id } }),
  )
  const ownerOf = ({ userId }: Listing) => catalogue.get('person', userId)
  if (own && id !== null) {
    const { listing } = own
    return { state: 'shown', listing, row: held ?? null, owner: ownerOf(listing), own, isGone: false }
  }
  if (typeof opened === 'string') return { state: opened }
  const { row: listing, isGone } = opened
  const row = 'busy' in listing ? listing : null
  return { state: 'shown', listing, row, owner: ownerOf(listing), own: null, isGone }
}
