import { getRouteApi } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAccount } from '../auth/account'
import { RequireUser } from '../auth/require-user'
import { ButtonLink } from '../components/button-link'
import { EmptyState } from '../components/empty-state'
import { usePageTitle } from '../components/page-title'
import { Spinner } from '../components/spinner'
import type { ShownOwnListing } from '../db/own-listing-overlay'
import { readOwnListing } from '../db/own-listings'
import { isOwnScopeHere } from '../db/own-scope'
import { ListingEditForm } from './create/listing-edit-form'
import { useListingEdit } from './create/use-listing-edit'
import { routeId } from './route-id'
import '../styles/create.css'

const route = getRouteApi('/listings/$id/edit')

/** One's own listing, to be changed; without a connection too. */
export function ListingEdit() {
  usePageTitle('Edit your listing')
  const id = routeId(route.useParams().id)
  return <RequireUser>{(user) => <Own key={id} id={id} userId={user.id} />}</RequireUser>
}

function Own({ id, userId }: { id: number | null; userId: number }) {
  const { db } = useAccount().engine
  const found = useLiveQuery(async () => {
    const shown = id === null ? null : await readOwnListing(db, id)
    return { shown, isKnown: id === null || (await isOwnScopeHere(db, userId)) }
  }, [db, id, userId])
  if (found?.shown) return <Editing shown={found.shown} />
  if (!found?.isKnown) return <Spinner label="Loading your listing" />
  return (
    <div className="page">
      <EmptyState
        drawing="not-found"
        title="Listing not found"
        headingLevel={1}
        action={<ButtonLink to="/profile">My Profile</ButtonLink>}
      >
        It is not one of yours, or it was deleted.
      </EmptyState>
    </div>
  )
}

function Editing({ shown }: { shown: ShownOwnListing }) {
  const edit = useListingEdit(shown)
  return (
    <div className="page page--reading">
      <h1>Edit your listing</h1>
      {edit.start ? (
        <ListingEditForm key={edit.round} shown={shown} edit={edit} start={edit.start} />
      ) : (
        <Spinner label="Opening the form" />
      )}
    </div>
  )
}
