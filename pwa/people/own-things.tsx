import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { OwnItems } from '../made-to-order/orders/own-items'
import { ButtonLink } from '../ui/button-link'
import { OwnListings } from './own-listings'
import type { PersonThingsProps } from './person-things'

/** One's own rentals with their drafts, and the way to one more. */
export function OwnRentals(props: PersonThingsProps) {
  return (
    <WithCreate to="/create" label="Create New Listing">
      <OwnListings {...props} />
    </WithCreate>
  )
}

/** One's own made-to-order items, and the way to one more. */
export function OwnMadeToOrder({ person }: PersonThingsProps) {
  return (
    <WithCreate to="/create-made-to-order" label="Create New Item">
      <OwnItems userId={person.id} />
    </WithCreate>
  )
}

function WithCreate({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <div className="stack">
      <div>
        <ButtonLink to={to}>
          <Plus />
          {label}
        </ButtonLink>
      </div>
      {children}
    </div>
  )
}
