import type { ReactNode } from 'react'
import type { PublicUser } from '#schema/user'
import { ReviewList } from '../reviews/review-list'
import { Tabs } from '../ui/tabs'
import { OwnMadeToOrder, OwnRentals } from './own-things'
import { PersonItems, PersonListings } from './person-things'
import { PersonWall } from './person-wall'
import '../styles/fitted-tabs.css'
import '../styles/profile.css'

const TABS = [
  { id: 'listings', label: 'Rental Listings', Panel: PersonListings, OwnPanel: OwnRentals },
  { id: 'items', label: 'Made-to-Order Items', Panel: PersonItems, OwnPanel: OwnMadeToOrder },
  { id: 'posts', label: 'Inspiration Posts', Panel: PersonWall, OwnPanel: PersonWall },
] as const

export type ProfileTab = (typeof TABS)[number]['id']

interface ProfileViewProps {
  person: PublicUser
  /** With everything that the person alone sees and may do. */
  own: boolean
  head: ReactNode
  tab: ProfileTab | undefined
  onSelect: (tab: ProfileTab) => void
}

/** A person, and the things that they rent out, make and share. */
export function ProfileView({ person, own, head, tab, onSelect }: ProfileViewProps) {
  const selected = TABS.find(({ id }) => id === tab) ?? TABS[0]
  const Panel = own ? selected.OwnPanel : selected.Panel
  return (
    <div className="page fitted-tabs">
      {head}
      <Tabs
        label={`What ${person.username} offers`}
        tabs={TABS.map(({ id, label }) => ({ id, label }))}
        selected={selected.id}
        onSelect={(id) => onSelect(TABS.find((one) => one.id === id)?.id ?? 'listings')}
      >
        <Panel person={person} own={own} />
      </Tabs>
      <ReviewList kind="person" id={person.id} subject={person.username} rating={person.rating} />
    </div>
  )
}
