import { getRouteApi } from '@tanstack/react-router'
import { ThingEditPage } from '../offerings/thing-edit'
import { LISTING_FORM } from '../rentals/listings/listing-form'
import { routeId } from '../ui/route-id'

const route = getRouteApi('/listings/$id/edit')
const MISSING = {
  title: 'Listing not found',
  words: 'It is not one of yours, or it was deleted.',
  link: { to: '/profile', label: 'My Profile' },
}

/** Edit a rental listing. */
export function ListingEdit() {
  return <ThingEditPage thing={LISTING_FORM} id={routeId(route.useParams().id)} missing={MISSING} />
}
