import type { CatalogueListing } from '#schema/listing'
import { useAccount } from '../../session/account'
import { NavLink } from '../../ui/nav-link'
import { Spinner } from '../../ui/spinner'
import { OfferForm } from './offer-form'
import { bookSection, NO_OFFERS, type OwnListing, ownBookWords } from './offer-rules'
import { NoOffers } from './unsent-offer'

interface BookDatesProps {
  /** Null while this device does not hold the listing's calendar yet. */
  listing: CatalogueListing | null
  isOffline: boolean
  /** It has left the market since the page has shown it. */
  isGone: boolean
}

/** The Book Dates section, for whoever looks at it. */
export function BookDates({ listing, isOffline, isGone }: BookDatesProps) {
  return (
    <section className="surface book-dates" aria-labelledby="book-dates-title">
      <h2 id="book-dates-title">Book Dates</h2>
      {listing ? <Booking listing={listing} isGone={isGone} /> : <NoCalendar isOffline={isOffline} isGone={isGone} />}
    </section>
  )
}

/** The section as a listing's owner sees it. */
export function OwnBookDates({ listing }: { listing: OwnListing }) {
  return (
    <section className="surface stack stack--tight" aria-labelledby="book-dates-title">
      <h2 id="book-dates-title">Book Dates</h2>
      <p className="muted">{ownBookWords(listing)}</p>
      <p>
        <NavLink to="/settings?tab=availability">Block days</NavLink>
      </p>
    </section>
  )
}

function Booking({ listing, isGone }: { listing: CatalogueListing; isGone: boolean }) {
  const { user } = useAccount()
  switch (bookSection(user, listing)) {
    case 'unknown':
      return <Spinner label="Loading your dates" />
    case 'own':
      return <p className="muted">{ownBookWords(listing)}</p>
    case 'closed':
      return <NoOffers listingId={listing.id} />
    case 'open':
      // Another account is another form, with drafts of its own.
      return (
        <OfferForm
          key={user?.id ?? 'visitor'}
          listing={listing}
          blocked={listing.away ?? []}
          userId={user?.id ?? null}
          isGone={isGone}
        />
      )
  }
}

function NoCalendar({ isOffline, isGone }: Omit<BookDatesProps, 'listing'>) {
  if (isGone) return <p className="muted">{NO_OFFERS}</p>
  if (!isOffline) return <Spinner label="Loading the calendar" />
  return (
    <p className="muted">The calendar of this listing is not on this device yet. Connect to see which days are free.</p>
  )
}
