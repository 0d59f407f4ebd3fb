import { getRouteApi } from '@tanstack/react-router'
import { useAccount } from '../auth/account'
import { useCatalogue } from '../auth/use-sync'
import { ButtonLink } from '../components/button-link'
import { EmptyState } from '../components/empty-state'
import { isolated } from '../components/isolated'
import { usePageTitle } from '../components/page-title'
import { PersonPosts } from './inspiration/person-posts'
import { routeId } from './route-id'
import '../styles/inspiration.css'

const route = getRouteApi('/users/$userId/inspiration')

/** Everything that one person has shared. */
export function UserInspiration() {
  const id = routeId(route.useParams().userId)
  const { user } = useAccount()
  const { catalogue } = useCatalogue()
  const own = id !== null && user?.id === id
  const username = (id === null ? undefined : catalogue.get('person', id)?.username) ?? 'User'
  const title = own ? 'My Inspiration Posts' : `${isolated(username)}'s Inspiration`
  usePageTitle(id === null ? undefined : title)
  if (id === null)
    return (
      <div className="page">
        <EmptyState
          drawing="not-found"
          title="Invalid user ID"
          headingLevel={1}
          action={<ButtonLink to="/inspiration">Explore Inspiration</ButtonLink>}
        />
      </div>
    )
  return (
    <div className="page">
      <div className="page__head">
        <h1 dir="auto">{title}</h1>
      </div>
      <PersonPosts key={id} person={{ id, username }} own={own} />
    </div>
  )
}
