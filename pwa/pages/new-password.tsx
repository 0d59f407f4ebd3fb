import { useLocation } from '@tanstack/react-router'
import { AskPasswordLink } from '../people/ask-password-link'
import { ChoosePassword } from '../people/choose-password'
import { usePageTitle } from '../ui/page-title'
import '../styles/auth.css'

/** A forgotten password: asks for the link, or, opened by the link, for the new password. */
export function NewPassword() {
  usePageTitle('New password')
  // The token stands behind the #, so that no server and no log on the way reads it.
  const { hash: token } = useLocation()
  return (
    <div className="page">
      <section className="auth__card surface" aria-labelledby="password-title">
        {token ? <ChoosePassword key={token} token={token} /> : <AskPasswordLink />}
      </section>
    </div>
  )
}
