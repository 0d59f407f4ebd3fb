import { getRouteApi } from '@tanstack/react-router'
import { type Listing, listingPhotos } from '#schema/listing'
import { CornerHeart } from '../inspiration/boards/hearts'
import { SeenIn } from '../inspiration/seen-in'
import { AskButton } from '../messages/ask-button'
import { ReportButton } from '../moderation/report-button'
import { GoneNote } from '../offerings/gone-note'
import { useOwnPhotos } from '../offerings/use-own-photos'
import { Carousel } from '../photos/carousel'
import { BookDates, OwnBookDates } from '../rentals/booking/book-dates'
import { UnsentOffer } from '../rentals/booking/unsent-offer'
import { ListingFacts, RentalTerms } from '../rentals/listings/listing-facts'
import { MoreFromOwner } from '../rentals/listings/more-from-owner'
import type { ShownOwnListing } from '../rentals/listings/own-listing-overlay'
import { OwnerPanel } from '../rentals/listings/owner-panel'
import { type ShownListing, useListing } from '../rentals/listings/use-listing'
import { readWish } from '../rentals/listings/wish'
import { ReviewList } from '../reviews/review-list'
import { useReachable } from '../session/use-sync'
import { avatarAddress } from '../ui/avatar-address'
import { ButtonLink } from '../ui/button-link'
import { DetailSkeleton } from '../ui/detail-skeleton'
import { EmptyPage } from '../ui/empty-state'
import { usePageTitle } from '../ui/page-title'
import { routeId } from '../ui/route-id'
import '../styles/listing.css'

const route = getRouteApi('/listings/$id')
const PHOTO_SIZES = '(min-width: 72em) 43rem, (min-width: 56em) 60vw, 100vw'

/** One listing, and the offer for it. */
export function ListingPage() {
  const id = routeId(route.useParams().id)
  const shown = useListing(id)
  usePageTitle(shown.state === 'shown' ? shown.listing.title : undefined)
  switch (shown.state) {
    case 'loading':
      return <DetailSkeleton label="Loading the listing" />
    case 'missing':
      return <Missing id={id} />
    case 'unreachable':
      return <NotHere />
    case 'shown':
      return <Detail key={shown.listing.id} {...shown} />
  }
}

function Detail({ listing, row, owner, own, isGone }: Extract<ShownListing, { state: 'shown' }>) {
  const reachable = useReachable()
  const wish = readWish(route.useSearch())
  const photos = useShownPhotos(listing, own)
  return (
    <div className="page">
      {isGone && <GoneNote what="listing" />}
      <div className="split grid gap-5 listing">
        <div className="listing__photos">
          <Carousel label={listing.title} photos={photos} category={listing.category} sizes={PHOTO_SIZES} />
          {!own && (
            <CornerHeart
              kind="listing"
              id={listing.id}
              title={listing.title}
              isGone={isGone}
              {...(wish && { pieces: wish.pieces })}
            />
          )}
        </div>
        <div className="listing__words stack stack--loose">
          <ListingFacts listing={listing} ownerPhoto={avatarAddress(listing.userId, owner)} />
          <AskButton
            asked={{ about: 'listing', id: listing.id }}
            ownerId={listing.userId}
            owner={listing.ownerUsername}
            title={listing.title}
            isGone={isGone}
          />
          <RentalTerms listing={listing} />
          <ReportButton
            kind="listing"
            id={listing.id}
            ownerId={listing.userId}
            title={listing.title}
            photos={listingPhotos(listing)}
          />
        </div>
        <div className="listing__book">
          {own ? (
            <div className="stack">
              <OwnerPanel shown={own} />
              <OwnBookDates listing={own.listing} />
            </div>
          ) : (
            <BookDates listing={row} isOffline={!reachable} isGone={isGone} />
          )}
        </div>
      </div>
      <ReviewList kind="listing" id={listing.id} subject={listing.ownerUsername} rating={listing.rating} />
      <SeenIn kind="listing" id={listing.id} />
      <MoreFromOwner listing={listing} wish={wish} />
    </div>
  )
}

/** The cover first, each with its words; an owner's new ones may be on this device alone. */
function useShownPhotos(listing: Listing, own: ShownOwnListing | null): { src: string; alt: string }[] {
  const held = useOwnPhotos(own)
  if (own) return held
  return listingPhotos(listing).map((src, index) => ({ src, alt: listing.photoAlts[index] ?? '' }))
}

function Missing({ id }: { id: number | null }) {
  return (
    <EmptyPage
      drawing="not-found"
      title="Listing not found"
      action={
        <>
          <ButtonLink to="/listings">Browse Rentals</ButtonLink>
          {id !== null && <UnsentOffer listingId={id} />}
        </>
      }
    >
      It may have been taken down by its owner.
    </EmptyPage>
  )
}

function NotHere() {
  return (
    <EmptyPage
      drawing="offline"
      title="This listing is not on this device yet"
      action={<ButtonLink to="/listings">Browse Rentals</ButtonLink>}
    >
      Connect once to see it. What you have browsed before is here without a connection.
    </EmptyPage>
  )
}
