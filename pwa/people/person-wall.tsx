import { Images } from 'lucide-react'
import { PersonPosts } from '../inspiration/person-posts'
import { isolated } from '../ui/isolated'
import { NavLink } from '../ui/nav-link'
import type { PersonThingsProps } from './person-things'

/** The posts of a person, and the link to the page that holds them alone. */
export function PersonWall({ person, own }: PersonThingsProps) {
  return (
    <div className="stack">
      <PersonPosts person={person} own={own} />
      <NavLink className="profile__wall tap-line" to={`/users/${person.id}/inspiration`}>
        <Images />
        {own ? 'My inspiration page' : `${isolated(person.username)}’s inspiration page`}
      </NavLink>
    </div>
  )
}
