import type { Listing } from '#schema/listing'
import { useListingsOf } from '../../offerings/use-things-of'
import { useIsPart } from '../../session/use-held-areas'
import { ListingCard } from './listing-card'
import { listingCard } from './listing-card-props'
import { ListingCardSkeletons } from './listing-card-skeleton'
import { RestOfList } from './rest-of-list'
import type { Wish } from './wish'

const SHOWN = 4

/** Other rentals of the same owner; chosen days and pieces go along to them. */
export function MoreFromOwner({ listing, wish }: { listing: Listing; wish: Wish | null }) {
  const { id, userId, ownerUsername } = listing
  const { rows, rest } = useListingsOf(userId)
  const isPart = useIsPart('listing')
  const others = rows.filter((row) => row.id !== id).slice(0, SHOWN)
  if (others.length === 0 && (rest === 'none' || !isPart)) return null
  return (
    <section className="stack" aria-labelledby="more-from-owner">
      <h2 id="more-from-owner">
        More from <bdi>{ownerUsername}</bdi>
      </h2>
      <RestOfList what="rental listings" rest={rest} isAlone={false}>
        {null}
      </RestOfList>
      {rest === 'asked' && others.length === 0 && (
        <ListingCardSkeletons count={SHOWN} label="Loading rental listings" />
      )}
      {others.length > 0 && (
        <ul className="card-grid">
          {others.map((other) => (
            <li key={other.id}>
              <ListingCard {...listingCard(other, wish)} headingLevel={3} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
