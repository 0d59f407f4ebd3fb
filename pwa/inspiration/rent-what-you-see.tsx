import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { bookableWindow, type Day } from '#schema/date-range'
import type { PostLink } from '#schema/inspiration'
import type { CatalogueListing } from '#schema/listing'
import { ItemCard } from '../made-to-order/items/item-card'
import { itemCard } from '../made-to-order/items/item-card-props'
import { useThings } from '../offerings/use-things'
import { readBrowse } from '../rentals/listings/browse-search'
import { knowDays } from '../rentals/listings/known-days'
import { ListingCard } from '../rentals/listings/listing-card'
import { listingCard } from '../rentals/listings/listing-card-props'
import { RestOfList } from '../rentals/listings/rest-of-list'
import { useAccount } from '../session/account'
import { useFirstBookableDay, useToday } from '../session/use-today'
import { DateRangeField } from '../ui/fields/date-range-field'
import type { DayRange } from '../ui/fields/day-range'
import { StatusChip } from '../ui/status-chip'
import { isFreeFor, wantedRange } from './linked-availability'
import '../styles/listing.css'

/** Things in the photo that can be had here: rentals, with whether they are free on the days asked for, and things made to order. */
export function RentWhatYouSee({ links }: { links: PostLink[] }) {
  const { userId } = useAccount().engine
  const { range: chosen } = readBrowse(useSearch({ strict: false }))
  const [days, setDays] = useState<DayRange>(chosen ? { from: chosen.startDate, to: chosen.endDate } : {})
  const navigate = useNavigate()
  const pick = (next: DayRange) => {
    setDays(next)
    knowDays(userId, wantedRange(next))
    // In the address, so that Back finds them again.
    navigate({
      to: '.',
      search: (now) => ({ ...now, from: next.from, to: next.from && (next.to ?? next.from) }),
      replace: true,
      resetScroll: false,
    })
  }
  const heading = useId()
  const today = useToday()
  const first = useFirstBookableDay()
  const things = useThings(links)
  const listings = links.flatMap(({ kind, id }) => (kind === 'listing' ? (things.listing(id) ?? []) : []))
  const items = links.flatMap(({ kind, id }) => (kind === 'item' ? (things.item(id) ?? []) : []))
  const rest = Object.values(things.rest).includes('unknown') ? 'unknown' : 'none'
  if (listings.length + items.length === 0 && rest === 'none') return null
  const { last } = bookableWindow(today)
  return (
    <section className="stack" aria-labelledby={heading}>
      <h2 id={heading}>Rent what you see</h2>
      {listings.length > 0 && (
        <div className="rent-dates">
          <DateRangeField
            label="Days of your event"
            placeholder="Pick dates to see what is free"
            value={days}
            onChange={pick}
            today={today}
            min={first}
            max={last}
          />
        </div>
      )}
      <RestOfList what="things in the photo" rest={rest} isAlone={false}>
        {null}
      </RestOfList>
      <ul className="card-grid">
        {listings.map((listing) => (
          <li key={`listing/${listing.id}`}>
            <LinkedListing listing={listing} days={days} first={first} />
          </li>
        ))}
        {items.map((item) => (
          <li key={`item/${item.id}`}>
            <ItemCard {...itemCard(item, { readyBy: days.from ?? null, pieces: 1 })} headingLevel={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LinkedListingProps {
  listing: CatalogueListing
  days: DayRange
  /** The first day that can be booked. */
  first: Day
}

function LinkedListing({ listing, days, first }: LinkedListingProps) {
  const range = wantedRange(days)
  const isFree = isFreeFor(range, listing, first)
  return (
    <>
      <ListingCard {...listingCard(listing, { range, pieces: 1 })} headingLevel={3} />
      {isFree !== null && (
        <p className="rent-free">
          <StatusChip tone={isFree ? 'success' : 'refused'}>
            {isFree ? 'Free on your days' : 'Taken on your days'}
          </StatusChip>
        </p>
      )}
    </>
  )
}
