import { useLocation } from '@tanstack/react-router'
import { OwnActCard } from '../moderation/own-act-card'
import { usePageTitle } from '../ui/page-title'
import '../styles/auth.css'

/** An operator's act and the appeal against it, by the link in the mail: a suspended person has no sign-in. */
export function Decision() {
  usePageTitle('A decision about you')
  // The token stands behind the #, so that no server and no log on the way reads it.
  const { hash: token } = useLocation()
  return (
    <div className="page">
      <section className="auth__card surface stack" aria-labelledby="decision-title">
        <OwnActCard key={token} token={token} />
      </section>
    </div>
  )
}
