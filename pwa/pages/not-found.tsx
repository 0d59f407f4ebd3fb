import { ButtonLink } from '../ui/button-link'
import { EmptyPage } from '../ui/empty-state'
import { usePageTitle } from '../ui/page-title'

/** Every path that leads nowhere. */
export function NotFound() {
  usePageTitle('Page not found')
  return (
    <EmptyPage
      drawing="not-found"
      title="404 Page Not Found"
      action={<ButtonLink to="/listings">Browse Rentals</ButtonLink>}
    >
      There is no page at this address. The address may be old or mistyped.
    </EmptyPage>
  )
}
