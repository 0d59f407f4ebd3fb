import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../components/button-link'
import { CREATE_ENTRIES } from '../../components/navigation-entries'
import { OwnListings } from './own-listings'
import { PersonItems, type PersonThingsProps } from './person-things'

/** One's own rentals with their drafts, and the way to one more. */
export function OwnRentals(props: PersonThingsProps) {
  return (
    <WithCreate to="/create" label="Create New Listing">
      <OwnListings {...props} />
    </WithCreate>
  )
}

/** What one makes to order, and the way to one more. */
export function OwnItems(props: PersonThingsProps) {
  return (
    <WithCreate to="/create-made-to-order" label="Create New Item">
      <PersonItems {...props} />
    </WithCreate>
  )
}

function WithCreate({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <div className="stack">
      {CREATE_ENTRIES.some((entry) => entry.to === to) && (
        <div>
          <ButtonLink to={to}>
            <Plus />
            {label}
          </ButtonLink>
        </div>
      )}
      {children}
    </div>
  )
}
