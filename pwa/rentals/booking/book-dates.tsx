import type { CatalogueListing } from '#schema/listing'
import { useAccount } from '../../session/account'
import { NavLink } from '../../ui/nav-link'
import { Spinner } from '../../ui/spinner'
import { OfferForm } from './offer-form'
import { bookSection, type OwnListing, ownBookWords } from './offer-rules'

interface BookDatesProps {
  /** Null while this device does not hold the listing's calendar yet. */
  listing: CatalogueListing | null
  isOffline: boolean
}

/** The Book Dates section, for whoever looks at it. */
export function BookDates({ listing, isOffline }: BookDatesProps) {
  return (
    <section className="surface book-dates" aria-labelledby="book-dates-title">
      <h2 id="book-dates-title">Book Dates</h2>
      {listing ? <Booking listing={listing} /> : <NoCalendar isOffline={isOffline} />}
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

function Booking({ listing }: { listing: CatalogueListing }) {
  const { user } = useAccount()
  switch (bookSection(user, listing)) {
    case 'unknown':
      return <Spinner label="Loading your dates" />
    case 'own':
      return <p className="muted">{ownBookWords(listing)}</p>
    case 'closed':
      return <p className="muted">This listing is not taking offers at the moment.</p>
    case 'open':
      // Another account is another form, with drafts of its own.
      return (
        <OfferForm
          key={user?.id ?? 'visitor'}
          listing={listing}
          blocked={listing.away ?? []}
          userId={user?.id ?? null}
        />
      )
  }
}

function NoCalendar({ isOffline }: { isOffline: boolean }) {
  if (!isOffline) return <Spinner label="Loading the calendar" />
  return (
    <p className="muted">The calendar of this listing is not on this device yet. Connect to see which days are free.</p>
  )
}
