import type { CatalogueListing } from '#schema/listing'
import type { Person } from '#schema/sync-scopes'
import { useAccount } from '../../auth/account'
import { Spinner } from '../../components/spinner'
import { OfferForm } from './offer-form'
import { bookSection } from './offer-rules'

interface BookDatesProps {
  /** Null while this device does not hold the listing's calendar yet. */
  listing: CatalogueListing | null
  owner: Pick<Person, 'blocked'> | undefined
  isOffline: boolean
}

/** The Book Dates section, for whoever looks at it. */
export function BookDates({ listing, owner, isOffline }: BookDatesProps) {
  return (
    <section className="surface book-dates" aria-labelledby="book-dates-title">
      <h2 id="book-dates-title">Book Dates</h2>
      {listing ? <Booking listing={listing} owner={owner} /> : <NoCalendar isOffline={isOffline} />}
    </section>
  )
}

function Booking({ listing, owner }: { listing: CatalogueListing; owner: Pick<Person, 'blocked'> | undefined }) {
  const { user } = useAccount()
  switch (bookSection(user, listing)) {
    case 'unknown':
      return <Spinner label="Loading your dates" />
    case 'own':
      return <p className="muted">This is your listing.</p>
    case 'closed':
      return <p className="muted">This listing is not taking offers at the moment.</p>
    case 'open':
      // Another account is another form, with drafts of its own.
      return (
        <OfferForm
          key={user?.id ?? 'visitor'}
          listing={listing}
          blocked={owner?.blocked ?? []}
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
