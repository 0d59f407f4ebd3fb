import { getRouteApi } from '@tanstack/react-router'
import { ThingEditPage } from '../offerings/thing-edit'
import { LISTING_FORM } from '../rentals/listings/listing-form'
import { RequireUser } from '../session/require-user'
import { usePageTitle } from '../ui/page-title'
import { routeId } from '../ui/route-id'

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
