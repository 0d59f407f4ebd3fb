import type { Booking } from '#schema/booking'
import type { Day } from '#schema/date-range'
import type { CurrentUser } from '#schema/user'
import { useAccount } from '../../session/account'
import { NotYetHere, useOwnQuery } from '../../session/not-here'
import { useLiveQuery } from '../../session/use-live-query'
import { useToday } from '../../session/use-today'
import { EmptyState } from '../../ui/empty-state'
import { NavLink } from '../../ui/nav-link'
import { Spinner } from '../../ui/spinner'
import { readOwnListings } from '../listings/own-listings'
import { BlockForm } from './block-form'
import { BlockRow } from './block-row'
import { blockWords } from './block-words'
import type { ShownBlock } from './blocked-overlay'
import { readBlocked, readTakenDays } from './blocked-queries'

/** When a person rents nothing out. */
export function AvailabilityTab({ user }: { user: CurrentUser }) {
  const { engine } = useAccount()
  const bookings = useLiveQuery(() => readTakenDays(engine.db, user.id), [engine, user.id])
  const own = useOwnQuery(user.id, async (db) => ({ ...(await readOwnListings(db)), blocks: await readBlocked(db) }))
  const today = useToday()
  if (!bookings || !own) return null
  const { listings, blocks } = own.found
  const titles = new Map(listings.map(({ listing }) => [listing.id, listing.title]))
  const coming = bookings.filter(({ endDate }) => endDate >= today)
  return (
    <div className="stack stack--loose">
      <section className="stack" aria-labelledby="block-title">
        <h2 id="block-title">Block dates</h2>
        <p className="muted settings__narrow">
          On these days nobody can make you an offer, for all of your rentals or for one of them. Only you see the
          reason. A dot marks a day on which something of yours is booked.
        </p>
        <BlockForm blocks={blocks} bookings={bookings} listings={listings} isComplete={own.complete} today={today} />
      </section>
      {coming.length > 0 && (
        <section className="stack settings__narrow" aria-labelledby="booked-title">
          <h2 id="booked-title">Bookings</h2>
          <ul className="plain-list stack stack--tight">
            {coming.map((booking) => (
              <li key={booking.id}>
                <NavLink to={`/offers/${booking.id}`}>{blockWords(booking, today)}</NavLink>
                <span className="muted">{` ${booking.listingTitle}, ${booking.renterUsername}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="stack settings__narrow" aria-labelledby="blocked-title">
        <h2 id="blocked-title">Blocked dates</h2>
        <BlockList
          blocks={blocks.filter(({ endDate }) => endDate >= today)}
          bookings={bookings}
          titles={titles}
          isComplete={own.complete}
          today={today}
        />
      </section>
    </div>
  )
}

interface BlockListProps {
  blocks: ShownBlock[]
  bookings: Booking[]
  /** Of the person's listings, by number. */
  titles: ReadonlyMap<number, string>
  /** All of the person's blocks have come to this device. */
  isComplete: boolean
  today: Day
}

function BlockList({ blocks, bookings, titles, isComplete, today }: BlockListProps) {
  if (blocks.length === 0 && !isComplete)
    return (
      <NotYetHere what="Your blocked dates" isRead>
        <Spinner label="Loading your blocked dates" />
      </NotYetHere>
    )
  if (blocks.length === 0)
    return (
      <EmptyState drawing="listings" title="No blocked dates" headingLevel={3}>
        Your rentals can be requested on every day that is still free.
      </EmptyState>
    )
  return (
    <ul className="plain-list stack gap-3">
      {blocks.map((block) => (
        <BlockRow
          key={block.key}
          block={block}
          bookings={bookings}
          listingTitle={block.listingId === null ? null : (titles.get(block.listingId) ?? 'One rental')}
          today={today}
        />
      ))}
    </ul>
  )
}
