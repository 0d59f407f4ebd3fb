import type { ReactNode } from 'react'
import type { PublicCollection, PublicRow } from '#schema/sync-scopes'
import type { PublicUser } from '#schema/user'
import { ItemCard } from '../made-to-order/items/item-card'
import { itemCard } from '../made-to-order/items/item-card-props'
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
  const listings = useOf('listing', person.id)
  return (
    <Things rows={listings} drawing="listings" none={none(person, own, 'rental listings')}>
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
  const items = useOf('item', person.id)
  return (
    <Things rows={items} drawing="purchases" none={none(person, own, 'made-to-order items')}>
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

/** A person's rows of a collection, newest first; undefined until this device has the collection. */
function useOf<C extends 'listing' | 'item'>(coll: C, userId: number): PublicRow<C>[] | undefined {
  const { catalogue, ready } = useCatalogue()
  if (!ready || !catalogue.isFilled(coll satisfies PublicCollection)) return undefined
  return catalogue.all(coll).filter((row) => row.userId === userId)
}

function none(person: PublicUser, own: boolean, what: string): string {
  return own ? `You have no ${what} yet.` : `${isolated(person.username)} has no ${what} yet.`
}

interface ThingsProps<Row> {
  rows: Row[] | undefined
  drawing: Drawing
  none: string
  children: (rows: Row[]) => ReactNode
}

function Things<Row>({ rows, drawing, none: sentence, children }: ThingsProps<Row>) {
  if (!rows) return <ListingCardSkeletons count={4} label="Loading" />
  if (rows.length === 0) return <EmptyState drawing={drawing} title={sentence} />
  return children(rows)
}
