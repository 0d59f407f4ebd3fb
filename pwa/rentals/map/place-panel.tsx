import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Listing } from '#schema/listing'
import { NavLink } from '../../ui/nav-link'
import { Photo } from '../../ui/photo'
import { listingCard } from '../listings/listing-card-props'
import type { Wish } from '../listings/wish'
import { type PlaceFinds, placeFindsWords } from './finds-by-place'

/** The rest is a press away. */
const LINKS_SHOWN = 5

interface PlaceChoiceProps {
  places: readonly PlaceFinds<Listing>[]
  /** Further finds are on their way to this device. */
  isPart: boolean
  more: (() => void) | null
  onChoose: (name: string) => void
}

/** Every place on the map by its name, for everybody to whom numbers on a map say little. */
export function PlaceChoice({ places, isPart, more, onChoose }: PlaceChoiceProps) {
  return (
    <>
      <p className="muted fine">
        {isPart ? 'These are the first items. Choose a place to see them.' : 'Choose a place to see its items.'}
      </p>
      <ul className="finds-map__places">
        {places.map((place) => (
          <li key={place.name}>
            <button type="button" className="is-quiet" onClick={() => onChoose(place.name)}>
              <span>{place.name}</span>
              <span className="muted tabular">{place.finds.length}</span>
            </button>
          </li>
        ))}
      </ul>
      {more && (
        <button type="button" className="is-secondary" onClick={more}>
          Find more, farther away
        </button>
      )}
    </>
  )
}

interface PlacePanelProps {
  place: PlaceFinds<Listing>
  wish: Wish | null
  onShow: () => void
  onBack: () => void
}

/** The first finds of one place. It takes the focus, because the list that was pressed may be gone. */
export function PlacePanel({ place, wish, onShow, onBack }: PlacePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const rest = place.finds.length - LINKS_SHOWN
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="finds-map__name">
        {placeFindsWords(place)}
      </h3>
      <div className="wrap gap-3">
        <button type="button" onClick={onShow}>
          Show these
        </button>
        <button type="button" className="is-secondary" onClick={onBack}>
          <ArrowLeft />
          All places
        </button>
      </div>
      <ul className="finds-map__finds stack stack--tight">
        {place.finds.slice(0, LINKS_SHOWN).map((listing) => (
          <li key={listing.id}>
            <FindLink listing={listing} wish={wish} />
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="muted fine">{rest === 1 ? 'And 1 more.' : `And ${rest} more.`}</p>}
    </>
  )
}

function FindLink({ listing, wish }: { listing: Listing; wish: Wish | null }) {
  const { to, title, price, photo } = listingCard(listing, wish)
  return (
    <NavLink to={to} className="finds-map__find">
      <Photo src={photo.src} alt="" category={listing.category} sizes="4rem" ratio="square" />
      <span>
        <span className="finds-map__title" dir="auto">
          {title}
        </span>
        <span className="muted fine">{`${price}/day`}</span>
      </span>
    </NavLink>
  )
}
