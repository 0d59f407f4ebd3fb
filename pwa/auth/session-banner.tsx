import { useLocation } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { NavLink } from '../components/nav-link'
import { useAccount } from './account'
import { mustSignInAgain, signInWords } from './session-words'
import { useOutbox } from './use-sync'
import '../styles/session.css'

/** A quiet line that asks whose session has ended to sign in again. Nothing that waits is lost meanwhile. */
export function SessionBanner() {
  const { user } = useAccount()
  const { waiting, paused } = useOutbox()
  const { pathname, searchStr } = useLocation()
  if (!user || !mustSignInAgain(paused) || pathname === '/auth') return null
  return (
    <div className="session-banner" role="status">
      <KeyRound />
      <NavLink to={`/auth?next=${encodeURIComponent(`${pathname}${searchStr}`)}`}>
        {signInWords(waiting.length)}
      </NavLink>
    </div>
  )
}
