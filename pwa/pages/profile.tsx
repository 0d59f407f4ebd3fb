import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useAccount } from '../auth/account'
import { RequireUser } from '../auth/require-user'
import { useCatalogue, useReachability } from '../auth/use-sync'
import { EmptyState } from '../components/empty-state'
import { usePageTitle } from '../components/page-title'
import { Spinner } from '../components/spinner'
import { OwnHead } from './profile/own-head'
import { type ProfileTab, ProfileView } from './profile/profile-view'
import { PublicHead } from './profile/public-head'
import { routeId } from './route-id'

const route = getRouteApi('/profile/$userId')
const ownRoute = getRouteApi('/profile')

/** One's own profile: what there is of one's own, and the way to change it. */
export function OwnProfile() {
  usePageTitle('My Profile')
  const { tab } = ownRoute.useSearch()
  const navigate = useNavigate()
  const select = (id: ProfileTab) =>
    navigate({ to: '/profile', search: { tab: id }, replace: true, resetScroll: false })
  return (
    <RequireUser>
      {(user) => <ProfileView person={user} own head={<OwnHead user={user} />} tab={tab} onSelect={select} />}
    </RequireUser>
  )
}

/** Anybody's profile as everybody sees it, read from the catalogue of this device. */
export function PublicProfile() {
  const userId = routeId(route.useParams().userId)
  const { tab } = route.useSearch()
  const navigate = useNavigate()
  const { user } = useAccount()
  const { reachable } = useReachability()
  const { catalogue, ready } = useCatalogue()
  // A person who has registered just now is known to this device before the catalogue is.
  const isOwn = user?.id === userId
  const person = userId === null ? undefined : (catalogue.get('person', userId) ?? (isOwn ? user : undefined))
  usePageTitle(person?.username)

  if (person)
    return (
      <ProfileView
        key={person.id}
        person={person}
        own={false}
        head={<PublicHead person={person} isOwn={isOwn} />}
        tab={tab}
        onSelect={(id) =>
          navigate({
            to: '/profile/$userId',
            params: { userId: String(person.id) },
            search: { tab: id },
            replace: true,
            resetScroll: false,
          })
        }
      />
    )
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
