import { useLocation } from '@tanstack/react-router'
import { MailQuestionMark } from 'lucide-react'
import { useEffect } from 'react'
import { useAccount } from '../session/account'
import { SendVerification } from '../session/confirm-first'
import { MailedLink } from '../session/mailed-link'
import { mustSignInAgain } from '../session/session-words'
import { useOutbox } from '../session/use-sync'
import '../styles/session.css'

/** Says what needs a confirmed address. The banner goes away with the confirmation, and waiting writes go out then. */
export function UnverifiedBanner() {
  const { user, engine } = useAccount()
  const { paused } = useOutbox()
  const { pathname } = useLocation()
  useEffect(() => () => engine.wake({ dueNow: true }), [engine])
  // A person who is signed out is asked to sign in first: until then no link can be sent again.
  if (!user || pathname === '/confirm-address' || mustSignInAgain(paused)) return null
  return (
    <div className="session-banner session-banner--wraps line" role="status">
      <MailQuestionMark />
      <span>
        Confirm your email address to list, offer, buy, post, write and report: <MailedLink to={user.email} />
      </span>
      <SendVerification />
    </div>
  )
}
