import type { ReactNode } from 'react'
import type { PublicUser } from '#schema/user'
import { ItemCard } from '../made-to-order/items/item-card'
import { itemCard } from '../made-to-order/items/item-card-props'
import { type ThingsOf, useItemsOf, useListingsOf } from '../offerings/use-things-of'
import { ListingCard } from '../rentals/listings/listing-card'
import { listingCard } from '../rentals/listings/listing-card-props'
import { RestOfList } from '../rentals/listings/rest-of-list'
import { type Drawing, EmptyState } from '../ui/empty-state'
import { isolated } from '../ui/isolated'

export interface PersonThingsProps {
  person: PublicUser
  own: boolean
}

export function PersonListings({ person, own }: PersonThingsProps) {
  return (
    <Things {...useListingsOf(person.id)} drawing="listings" what="rental listings" {...{ person, own }}>
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
  return (
    <Things {...useItemsOf(person.id)} drawing="purchases" what="made-to-order items" {...{ person, own }}>
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

interface ThingsProps<Row> extends PersonThingsProps, ThingsOf<Row> {
  drawing: Drawing
  what: string
  children: (rows: readonly Row[]) => ReactNode
}

function Things<Row>({ person, own, rows, rest, drawing, what, children }: ThingsProps<Row>) {
  const isAlone = rows.length === 0
  return (
    <>
      <RestOfList {...{ rest, what, isAlone }}>
        <EmptyState
          drawing={drawing}
          title={own ? `You have no ${what} yet.` : `${isolated(person.username)} has no ${what} yet.`}
        />
      </RestOfList>
      {!isAlone && children(rows)}
    </>
  )
}
