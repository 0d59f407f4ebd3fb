import { useLocation } from '@tanstack/react-router'
import { ButtonLink } from '../ui/button-link'
import { EmptyState } from '../ui/empty-state'

/** Instead of a page that needs a person; signing in leads back to it. */
export function AuthenticationRequired({ children }: { children: string }) {
  const { pathname, searchStr } = useLocation()
  return (
    <div className="page">
      <EmptyState
        drawing="purchases"
        title="Authentication Required"
        headingLevel={1}
        action={<ButtonLink to={`/auth?next=${encodeURIComponent(pathname + searchStr)}`}>Sign In</ButtonLink>}
      >
        {children}
      </EmptyState>
    </div>
  )
}
