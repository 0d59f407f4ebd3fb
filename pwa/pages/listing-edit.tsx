import { getRouteApi } from '@tanstack/react-router'
import { RequireUser } from '../auth/require-user'
import { usePageTitle } from '../components/page-title'
import { LISTING_FORM } from './create/listing-form'
import { ThingEditPage } from './create/thing-edit'
import { routeId } from './route-id'

const route = getRouteApi('/listings/$id/edit')
const MISSING = {
  title: 'Listing not found',
  words: 'It is not one of yours, or it was deleted.',
  link: { to: '/profile', label: 'My Profile' },
}

/** Edit a rental listing. */
export function ListingEdit() {
  usePageTitle('Edit your listing')
  const id = routeId(route.useParams().id)
  return (
    <RequireUser>
      {(user) => <ThingEditPage key={id} thing={LISTING_FORM} id={id} userId={user.id} missing={MISSING} />}
    </RequireUser>
  )
}
