import { type ReactNode, useMemo } from 'react'
import { type DateRange, formatChipDay } from '#schema/date-range'
import { Heart, Hearts } from '../inspiration/boards/hearts'
import { useBoards } from '../inspiration/boards/use-boards'
import { PhotoPost } from '../inspiration/photo-post'
import { usePosts } from '../inspiration/use-posts'
import { ItemCard } from '../made-to-order/items/item-card'
import { itemCard } from '../made-to-order/items/item-card-props'
import { filterItems, itemQuery, NO_ITEM_FILTERS } from '../made-to-order/items/items-search'
import { NO_FILTERS } from '../rentals/listings/browse-search'
import { useKnownDays } from '../rentals/listings/known-days'
import { ListingCard } from '../rentals/listings/listing-card'
import { listingCard } from '../rentals/listings/listing-card-props'
import { ListingCardSkeleton } from '../rentals/listings/listing-card-skeleton'
import { useFinds } from '../rentals/listings/use-found'
import { wishQuery } from '../rentals/listings/wish'
import { useAccount } from '../session/account'
import { useCatalogue } from '../session/use-sync'
import { useFirstBookableDay, useToday } from '../session/use-today'
import { NavLink } from '../ui/nav-link'

const SHOWN = 4

/** Real things: new and near rentals, made-to-order items and posts; for the days of this person's event where they are known. */
export function LandingShelves() {
  const { catalogue } = useCatalogue()
  const { posts } = usePosts()
  const today = useToday()
  const home = useAccount().user?.neighborhood
  const days = useEventDays()
  const free = useFinds({ search: '', ...NO_FILTERS, range: days })?.rows
  const listings = useMemo(() => nearFirst(free ?? [], home), [free, home])
  const rows = catalogue.all('item')
  const readyBy = days?.startDate ?? null
  const items = useMemo(
    () => filterItems(rows, { search: '', ...NO_ITEM_FILTERS, readyBy }, today).slice(0, SHOWN),
    [rows, readyBy, today],
  )
  const wish = { range: days, pieces: 1 }
  const isComing = !catalogue.isFilled('listing') && listings.length === 0
  return (
    <Hearts>
      <Shelf
        id="fresh"
        title={days ? <FreeTitle days={days} /> : 'Just added'}
        more="All rentals"
        to={`/listings${wishQuery(days && wish)}`}
      >
        {isComing && COMING}
        {listings.map((listing) => (
          <ListingCard
            key={listing.id}
            {...listingCard(listing, days && wish)}
            corner={<Heart kind="listing" id={listing.id} title={listing.title} />}
            headingLevel={3}
          />
        ))}
      </Shelf>
      <Shelf
        id="made"
        title={days ? `Ready by ${formatChipDay(days.startDate)}` : 'Made to order'}
        more="All makers’ work"
        to={`/made-to-order${itemQuery({ readyBy, pieces: 1 })}`}
      >
        {isComing && COMING}
        {items.map((item) => (
          <ItemCard
            key={item.id}
            {...itemCard(item, { readyBy, pieces: 1 })}
            corner={<Heart kind="item" id={item.id} title={item.title} />}
            headingLevel={3}
          />
        ))}
      </Shelf>
      <Shelf id="ideas" title="Inspiration" more="All posts" to="/inspiration">
        {posts.slice(0, SHOWN).map((post) => (
          <PhotoPost key={post.id} post={post} />
        ))}
      </Shelf>
    </Hearts>
  )
}

/** The days that were looked for last, else the day of the next event on one's boards. */
function useEventDays(): DateRange | null {
  const today = useToday()
  const known = useKnownDays()
  const next = useBoards()?.find(({ eventDate }) => eventDate && eventDate >= today)?.eventDate
  if (known && known.startDate >= today) return known
  return next ? { startDate: next, endDate: next } : null
}

/** Apart, so that a page without days asks the browser for no zone: whether an offer can begin today depends on the hour. */
function FreeTitle({ days }: { days: DateRange }) {
  return days.startDate < useFirstBookableDay() ? 'Rentals' : `Free ${daysWords(days)}`
}

/** 'on Dec 12', or 'Dec 12 - Dec 14'. */
function daysWords({ startDate, endDate }: DateRange): string {
  if (startDate === endDate) return `on ${formatChipDay(startDate)}`
  return `${formatChipDay(startDate)} - ${formatChipDay(endDate)}`
}

const COMING = Array.from({ length: SHOWN }, (_, nth) => `coming-${nth}`).map((key) => (
  <ListingCardSkeleton key={key} />
))

interface ShelfProps {
  id: string
  title: ReactNode
  more: string
  to: string
  children: ReactNode
}

/** A row of cards; on a phone it goes on to the side. */
function Shelf({ id, title, more, to, children }: ShelfProps) {
  if (Array.isArray(children) && children.flat().filter(Boolean).length === 0) return null
  return (
    <section aria-labelledby={`landing-${id}`}>
      <div className="page__head">
        <h2 id={`landing-${id}`}>{title}</h2>
        <NavLink className="landing__more" to={to}>
          {more}
        </NavLink>
      </div>
      <div className="card-grid shelf">{children}</div>
    </section>
  )
}

/** The newest rows, those of one's own neighborhood before the others. */
function nearFirst<Row extends { neighborhood: string | null }>(rows: readonly Row[], home: string | null | undefined) {
  const near = home ? rows.filter(({ neighborhood }) => neighborhood === home).slice(0, SHOWN) : []
  return [...near, ...rows.slice(0, SHOWN).filter((row) => !near.includes(row))].slice(0, SHOWN)
}
