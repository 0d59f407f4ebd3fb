import { ButtonLink } from '../ui/button-link'
import { EmptyState } from '../ui/empty-state'
import { usePageTitle } from '../ui/page-title'

/** Every path that leads nowhere. */
export function NotFound() {
  usePageTitle('Page not found')
  return (
    <div className="page">
      <EmptyState
        drawing="not-found"
        title="404 Page Not Found"
        headingLevel={1}
        action={<ButtonLink to="/listings">Browse Rentals</ButtonLink>}
      >
        Nothing is laid at this place. The address may be old or mistyped.
      </EmptyState>
    </div>
  )
}
