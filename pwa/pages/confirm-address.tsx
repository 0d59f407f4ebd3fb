import { getRouteApi, useLocation } from '@tanstack/react-router'
import { FollowEmailLink } from '../people/follow-email-link'
import { usePageTitle } from '../ui/page-title'
import '../styles/auth.css'

const route = getRouteApi('/confirm-address')

/** The page of links in mails about an address. The press is the person's: mail programs open links by themselves. */
export function ConfirmAddress() {
  usePageTitle('Your email address')
  const { undo } = route.useSearch()
  // The token stands behind the #, so that no server and no log on the way reads it.
  const { hash: token } = useLocation()
  return (
    <div className="page">
      <section className="auth__card surface stack" aria-labelledby="address-title">
        <FollowEmailLink key={token} token={token} isUndo={undo !== undefined} />
      </section>
    </div>
  )
}
