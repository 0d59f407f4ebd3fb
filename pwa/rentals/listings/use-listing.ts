import type { CatalogueListing, Listing } from '#schema/listing'
import type { PublicUser } from '#schema/user'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useNoteOpened } from '../../session/use-note-opened'
import { useLastShown, useServerAnswer } from '../../session/use-server-answer'
import { useCatalogue, useReachable } from '../../session/use-sync'
import { call } from '../../sync/client'
import { pin } from '../../sync/pins'
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

/** From this device; what is not on it yet is asked of the server, as soon as it can be reached. */
export function useListing(id: number | null): ShownListing {
  const { catalogue, ready } = useCatalogue()
  const { engine } = useAccount()
  const reachable = useReachable()
  const row = id === null ? undefined : catalogue.get('listing', id)
  const own = useLiveQuery(() => (id === null ? null : readOwnListing(engine.db, id)), [engine, id])
  const isWanted = ready && row === undefined && own === null && id !== null && reachable
  const answer = useServerAnswer(id, isWanted, async (wanted): Promise<Listing> => {
    const listing = await call('getListing', { params: { id: wanted } })
    // It exists, so the next pull brings it together with its calendar.
    pin(engine.db, 'listing', wanted).finally(() => engine.wake())
    return listing
  })
  const listing = useLastShown<Listing | CatalogueListing>('listing', id, row, answer)
  useNoteOpened('listing', row ? id : null)
  if (id === null) return { state: 'missing' }
  const ownerOf = ({ userId }: Listing) => catalogue.get('person', userId)
  if (own)
    return { state: 'shown', listing: own.listing, row: row ?? null, owner: ownerOf(own.listing), own, isGone: false }
  if (listing) {
    const known = { listing, row: 'busy' in listing ? listing : null, owner: ownerOf(listing) }
    return { state: 'shown', ...known, own: null, isGone: row === undefined && answer === 'missing' }
  }
  if (typeof answer === 'string') return { state: answer }
  return { state: ready && own === null && !reachable ? 'unreachable' : 'loading' }
}
