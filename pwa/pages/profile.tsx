import { getRouteApi } from '@tanstack/react-router'
import { useAccount } from '../auth/account'
import { RequireUser } from '../auth/require-user'
import { useCatalogue, useReachability } from '../auth/use-sync'
import { EmptyState } from '../components/empty-state'
import { usePageTitle } from '../components/page-title'
import { Spinner } from '../components/spinner'
import { ProfileView } from './profile/profile-view'
import { routeId } from './route-id'

const route = getRouteApi('/profile/$userId')

/** One's own profile, as everybody sees it. */
export function OwnProfile() {
  usePageTitle('My Profile')
  return <RequireUser>{(user) => <ProfileView person={user} own />}</RequireUser>
}

/** Another person's profile, read from the catalogue of this device. */
export function PublicProfile() {
  const userId = routeId(route.useParams().userId)
  const { user } = useAccount()
  const { reachable } = useReachability()
  const { catalogue, ready } = useCatalogue()
  // A person who has registered just now is known to this device before the catalogue is.
  const isOwn = user?.id === userId
  const person = userId === null ? undefined : (catalogue.get('person', userId) ?? (isOwn ? user : undefined))
  usePageTitle(person?.username)

  if (person) return <ProfileView person={person} own={isOwn} />
  if (userId !== null && !(ready && catalogue.isFilled('person')))
    return ready && !reachable ? <NotHere /> : <Spinner label="Loading the profile" />
  return (
    <div className="page">
      <EmptyState drawing="not-found" title="User Not Found" headingLevel={1}>
        Nobody here goes by that address.
      </EmptyState>
    </div>
  )
}

function NotHere() {
  return (
    <div className="page">
      <EmptyState drawing="offline" title="This profile is not on this device yet" headingLevel={1}>
        Connect once, and it can be read without a connection afterwards.
      </EmptyState>
    </div>
  )
}
