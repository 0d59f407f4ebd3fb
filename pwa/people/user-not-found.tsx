import { ButtonLink } from '../ui/button-link'
import { EmptyPage } from '../ui/empty-state'

/** Every page of a person who is not there. */
export function UserNotFound() {
  return (
    <EmptyPage
      drawing="not-found"
      title="User Not Found"
      action={<ButtonLink to="/listings">Browse Rentals</ButtonLink>}
    >
      There is no profile at this address.
    </EmptyPage>
  )
}
