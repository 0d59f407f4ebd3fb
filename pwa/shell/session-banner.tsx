import { useLocation } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useAccount } from '../session/account'
import { mustSignInAgain, signInWords } from '../session/session-words'
import { useOutbox } from '../session/use-sync'
import { NavLink } from '../ui/nav-link'
import '../styles/session.css'

/** A quiet line that asks the person whose session has ended to sign in again. Nothing that waits is lost meanwhile. */
export function SessionBanner() {
  const { user, locked } = useAccount()
  const { waiting, paused } = useOutbox()
  const { pathname, searchStr } = useLocation()
  if (pathname === '/auth' || (user ? !mustSignInAgain(paused) : !locked)) return null
  return (
    <div className="session-banner line" role="status">
      <KeyRound />
      <NavLink to={`/auth?next=${encodeURIComponent(`${pathname}${searchStr}`)}`}>
        {signInWords(user ? waiting.length : (locked?.writes ?? 0))}
      </NavLink>
    </div>
  )
}
