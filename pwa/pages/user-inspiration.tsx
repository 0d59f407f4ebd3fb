import { getRouteApi } from '@tanstack/react-router'
import { PersonPosts } from '../inspiration/person-posts'
import { usePerson } from '../people/use-person'
import { UserNotFound } from '../people/user-not-found'
import { useAccount } from '../session/account'
import { ButtonLink } from '../ui/button-link'
import { EmptyPage } from '../ui/empty-state'
import { isolated } from '../ui/isolated'
import { usePageTitle } from '../ui/page-title'
import { routeId } from '../ui/route-id'
import '../styles/inspiration.css'

const route = getRouteApi('/users/$userId/inspiration')

/** Everything that one person has shared. */
export function UserInspiration() {
  const id = routeId(route.useParams().userId)
  const { user } = useAccount()
  const person = usePerson(id)
  const own = id !== null && user?.id === id
  const username = typeof person === 'string' ? 'User' : person.username
  const title = own ? 'My Inspiration Posts' : `${isolated(username)}'s Inspiration`
  const isMissing = !own && person === 'missing'
  usePageTitle(isMissing ? undefined : title)
  if (id === null)
    return (
      <EmptyPage
        drawing="not-found"
        title="Invalid user ID"
        action={<ButtonLink to="/inspiration">Explore Inspiration</ButtonLink>}
      />
    )
  if (isMissing) return <UserNotFound />
  return (
    <div className="page">
      <div className="page__head">
        <h1 dir="auto">{title}</h1>
      </div>
      <PersonPosts key={id} person={{ id, username }} own={own} />
    </div>
  )
}
