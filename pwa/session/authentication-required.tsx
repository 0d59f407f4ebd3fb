import { useLocation } from '@tanstack/react-router'
import { ButtonLink } from '../ui/button-link'
import { EmptyPage } from '../ui/empty-state'

/** Instead of a page that needs a person; signing in leads back to it. */
export function AuthenticationRequired({ children }: { children: string }) {
  const { pathname, searchStr } = useLocation()
  return (
    <EmptyPage
      drawing="purchases"
      title="Authentication Required"
      action={<ButtonLink to={`/auth?next=${encodeURIComponent(pathname + searchStr)}`}>Sign In</ButtonLink>}
    >
      {children}
    </EmptyPage>
  )
}
