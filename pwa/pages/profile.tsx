import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { OwnHead } from '../people/own-head'
import { type ProfileTab, ProfileView } from '../people/profile-view'
import { PublicHead } from '../people/public-head'
import { usePerson } from '../people/use-person'
import { UserNotFound } from '../people/user-not-found'
import { useAccount } from '../session/account'
import { RequireUser } from '../session/require-user'
import { ButtonLink } from '../ui/button-link'
import { EmptyPage } from '../ui/empty-state'
import { usePageTitle } from '../ui/page-title'
import { routeId } from '../ui/route-id'
import { Spinner } from '../ui/spinner'

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

/** Anybody's profile as everybody sees it. */
export function PublicProfile() {
  const userId = routeId(route.useParams().userId)
  const { tab } = route.useSearch()
  const navigate = useNavigate()
  const { user } = useAccount()
  const found = usePerson(userId)
  const person = typeof found === 'object' ? found : undefined
  const isOwn = user?.id === userId
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
  if (found === 'loading') return <Spinner label="Loading the profile" />
  if (found === 'unreachable') return <NotHere />
  return <UserNotFound />
}

function NotHere() {
  return (
    <EmptyPage
      drawing="offline"
      title="This profile is not on this device yet"
      action={<ButtonLink to="/listings">Browse Rentals</ButtonLink>}
    >
      Connect to see it.
    </EmptyPage>
  )
}
