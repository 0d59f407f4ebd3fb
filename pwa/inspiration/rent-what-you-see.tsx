import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { bookableWindow, type Day } from '#schema/date-range'
import type { PostLink } from '#schema/inspiration'
import type { CatalogueListing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { formatCents } from '#schema/money'
import { ItemCard } from '../made-to-order/items/item-card'
import { readBrowse } from '../rentals/listings/browse-search'
import { ListingCard } from '../rentals/listings/listing-card'
import { listingCard } from '../rentals/listings/listing-card-props'
import { useCatalogue } from '../session/use-sync'
import { useToday } from '../session/use-today'
import { DateRangeField } from '../ui/fields/date-range-field'
import type { DayRange } from '../ui/fields/day-range'
import { StatusChip } from '../ui/status-chip'
import { isFreeFor, wantedRange } from './linked-availability'
import '../styles/listing.css'

/** Things in the photo that can be had here: rentals, with whether they are free on the days asked for, and things made to order. */
export function RentWhatYouSee({ links }: { links: PostLink[] }) {
  const { catalogue } = useCatalogue()
  const { range: chosen } = readBrowse(useSearch({ strict: false }))
  const [days, setDays] = useState<DayRange>(chosen ? { from: chosen.startDate, to: chosen.endDate } : {})
  const navigate = useNavigate()
  const pick = (next: DayRange) => {
    setDays(next)
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
  const listings = links.flatMap(({ kind, id }) => (kind === 'listing' ? (catalogue.get('listing', id) ?? []) : []))
  const items = links.flatMap(({ kind, id }) => (kind === 'item' ? (catalogue.get('item', id) ?? []) : []))
  if (listings.length + items.length === 0) return null
  const { first, last } = bookableWindow(today)
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
            min={first}
            max={last}
          />
        </div>
      )}
      <ul className="card-grid">
        {listings.map((listing) => (
          <li key={`listing/${listing.id}`}>
            <LinkedListing listing={listing} days={days} />
          </li>
        ))}
        {items.map((item) => (
          <li key={`item/${item.id}`}>
            <LinkedItem item={item} readyBy={days.from} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function LinkedListing({ listing, days }: { listing: CatalogueListing; days: DayRange }) {
  const range = wantedRange(days)
  const isFree = range && isFreeFor(listing, range)
  return (
    <>
      <ListingCard {...listingCard(listing, { range, pieces: 1 })} headingLevel={3} />
      {range && (
        <p className="rent-free">
          <StatusChip tone={isFree ? 'success' : 'refused'}>
            {isFree ? 'Free on your days' : 'Taken on your days'}
          </StatusChip>
        </p>
      )}
    </>
  )
}

function LinkedItem({ item, readyBy }: { item: Item; readyBy: Day | undefined }) {
  const { id, title, description, category, price, leadTimeInDays, mainImage, userId, ownerUsername } = item
  return (
    <ItemCard
      id={id}
      {...(readyBy && { readyBy })}
      title={title}
      description={description}
      category={category}
      price={formatCents(price)}
      leadTimeInDays={leadTimeInDays}
      seller={{ id: userId, username: ownerUsername }}
      photo={{ src: mainImage }}
      headingLevel={3}
    />
  )
}
