import { format } from 'date-fns'
import { CalendarHeart, MapPin } from 'lucide-react'
import { useState } from 'react'
import type { PublicUser } from '#schema/user'
import { Avatar } from '../../components/avatar'
import { Tabs } from '../../components/tabs'
import { PersonPosts } from '../inspiration/person-posts'
import { OwnListings } from './own-listings'
import { PersonItems, PersonListings } from './person-things'
import '../../styles/fitted-tabs.css'
import '../../styles/profile.css'

const TABS = [
  { id: 'listings', label: 'Rental Listings' },
  { id: 'items', label: 'Made-to-Order Items' },
  { id: 'posts', label: 'Inspiration Posts' },
]
const PANELS: Record<string, typeof PersonListings> = {
  listings: PersonListings,
  items: PersonItems,
  posts: PersonPosts,
}

interface ProfileViewProps {
  person: PublicUser
  /** The person looks at themselves. */
  own: boolean
}

export function ProfileView({ person, own }: ProfileViewProps) {
  const [tab, setTab] = useState('listings')
  const Panel = PANELS[tab] ?? PersonListings
  const place = [person.neighborhood, person.city].filter(Boolean).join(', ')
  return (
    <div className="page fitted-tabs">
      <header className="profile__head">
        <Avatar name={person.username} src={`/api/users/${person.id}/avatar`} size="large" />
        <div className="profile__words">
          <h1>{person.username}</h1>
          <p className="profile__facts">
            {place && (
              <span>
                <MapPin />
                {place}
              </span>
            )}
            <span>
              <CalendarHeart />
              {`Member since ${format(new Date(person.memberSince), 'MMMM y')}`}
            </span>
          </p>
          {person.description && <p className="profile__bio">{person.description}</p>}
        </div>
      </header>
      <Tabs label={`What ${person.username} offers`} tabs={TABS} selected={tab} onSelect={setTab}>
        {own && tab === 'listings' ? <OwnListings person={person} /> : <Panel person={person} own={own} />}
      </Tabs>
    </div>
  )
}
