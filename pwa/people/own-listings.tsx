import { lazy, Suspense, useState } from 'react'
import { formatPricePerDay } from '#schema/money'
import { DraftList } from '../offerings/draft-list'
import { useDrafts } from '../offerings/use-drafts'
import { NOT_READ_YET, usePhotoAddress } from '../photos/use-photo-addresses'
import { ListingCardSkeletons } from '../rentals/listings/listing-card-skeleton'
import { OwnListingButtons } from '../rentals/listings/own-listing-buttons'
import { OwnListingChip } from '../rentals/listings/own-listing-chip'
import type { ShownOwnListing } from '../rentals/listings/own-listing-overlay'
import { readOwnListings } from '../rentals/listings/own-listings'
import { useAccount } from '../session/account'
import { NotYetHere } from '../session/not-here'
import { useLiveQuery } from '../session/use-live-query'
import { EmptyState } from '../ui/empty-state'
import { MediaCard } from '../ui/media-card'
import '../styles/create.css'

const BulkDialog = lazy(() =>
  import(/* piece: write */ '../rentals/listings/bulk-dialog').then((module) => ({ default: module.BulkDialog })),
)

/** A person's own listings, paused ones too, and on top those that are being written or wait to be published. */
export function OwnListings({ person }: { person: { id: number } }) {
  const { db } = useAccount().engine
  const known = useDrafts('listing', person.id)
  const own = useLiveQuery(() => readOwnListings(db), [db])
  if (!own || !known || (!known.isKnown && own.listings.length + known.drafts.length === 0))
    return (
      <NotYetHere what="Your listings" isRead={own !== undefined && known !== undefined}>
        <ListingCardSkeletons count={4} label="Loading your listings" />
      </NotYetHere>
    )
  const { listings } = own
  const { drafts } = known
  return (
    <div className="stack stack--loose">
      {listings.length > 1 && <BulkButton listings={listings} />}
      {drafts.length > 0 && <DraftList kind="listing" drafts={drafts} />}
      {listings.length > 0 && (
        <ul className="card-grid">
          {listings.map((shown) => (
            <li key={shown.listing.id}>
              <OwnListingCard shown={shown} />
            </li>
          ))}
        </ul>
      )}
      {listings.length + drafts.length === 0 && (
        <EmptyState drawing="listings" title="You have no rental listings yet." />
      )}
    </div>
  )
}

function BulkButton({ listings }: { listings: readonly ShownOwnListing[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <button type="button" className="is-secondary" onClick={() => setOpen(true)}>
        Change several at once
      </button>
      {isOpen && (
        <Suspense>
          <BulkDialog listings={listings} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function OwnListingCard({ shown }: { shown: ShownOwnListing }) {
  const { listing, photos } = shown
  const cover = photos[0]
  const address = usePhotoAddress(cover?.photo ?? null)
  return (
    <MediaCard
      to={`/listings/${listing.id}`}
      title={listing.title}
      category={listing.category}
      photo={{ src: address ?? NOT_READ_YET, alt: cover?.alt ?? '' }}
      badge={<OwnListingChip shown={shown} />}
    >
      <p className="card__price">{formatPricePerDay(listing.price)}</p>
      <p className="card__meta muted fine wrap">
        {listing.quantity === 1 ? 'One piece' : `${listing.quantity} pieces`}
      </p>
      <OwnListingButtons shown={shown} />
    </MediaCard>
  )
}
