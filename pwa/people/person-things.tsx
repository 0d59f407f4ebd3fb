import type { ReactNode } from 'react'
import type { PublicCollection } from '#schema/sync-scopes'
import type { PublicUser } from '#schema/user'
import { ItemCard } from '../made-to-order/items/item-card'
import { itemCard } from '../made-to-order/items/item-card-props'
import { useItemsOf, useListingsOf } from '../offerings/use-things-of'
import { ListingCard } from '../rentals/listings/listing-card'
import { listingCard } from '../rentals/listings/listing-card-props'
import { ListingCardSkeletons } from '../rentals/listings/listing-card-skeleton'
import { useCatalogue } from '../session/use-sync'
import { type Drawing, EmptyState } from '../ui/empty-state'
import { isolated } from '../ui/isolated'

export interface PersonThingsProps {
  person: PublicUser
  own: boolean
}

export function PersonListings({ person, own }: PersonThingsProps) {
  const listings = useListingsOf(person.id)
  const isHeld = useHolds('listing')
  return (
    <Things rows={isHeld ? listings : undefined} drawing="listings" none={none(person, own, 'rental listings')}>
      {(rows) => (
        <ul className="card-grid">
          {rows.map((listing) => (
            <li key={listing.id}>
              <ListingCard {...listingCard(listing)} />
            </li>
          ))}
        </ul>
      )}
    </Things>
  )
}

export function PersonItems({ person, own }: PersonThingsProps) {
  const items = useItemsOf(person.id)
  const isHeld = useHolds('item')
  return (
    <Things rows={isHeld ? items : undefined} drawing="purchases" none={none(person, own, 'made-to-order items')}>
      {(rows) => (
        <ul className="card-grid">
          {rows.map((item) => {
            const { seller: _, ...card } = itemCard(item)
            return (
              <li key={item.id}>
                <ItemCard {...card} />
              </li>
            )
          })}
        </ul>
      )}
    </Things>
  )
}

/** Has this device the rows of a collection by now? */
function useHolds(coll: PublicCollection): boolean {
  const { catalogue, ready } = useCatalogue()
  return ready && (catalogue.isFilled(coll) || catalogue.isFirst(coll))
}

function none(person: PublicUser, own: boolean, what: string): string {
  return own ? `You have no ${what} yet.` : `${isolated(person.username)} has no ${what} yet.`
}

interface ThingsProps<Row> {
  rows: readonly Row[] | undefined
  drawing: Drawing
  none: string
  children: (rows: readonly Row[]) => ReactNode
}

function Things<Row>({ rows, drawing, none: sentence, children }: ThingsProps<Row>) {
  if (!rows) return <ListingCardSkeletons count={4} label="Loading" />
  if (rows.length === 0) return <EmptyState drawing={drawing} title={sentence} />
  return children(rows)
}
