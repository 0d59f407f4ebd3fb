import { useLocation } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { serverNow } from '../sync/server-clock'
import { NavLink } from '../ui/nav-link'
import { formatDeadline } from '../ui/times/offer-times'
import type { OpenClaim } from './unread-queries'
import '../styles/session.css'

/** A claim that is to be answered is said on every page until it is. */
export function ClaimBanner({ claim: { bookingId, owner, answerBy } }: { claim: OpenClaim }) {
  const { pathname } = useLocation()
  if (pathname === `/offers/${bookingId}`) return null
  return (
    <div className="session-banner line" role="status">
      <ShieldAlert />
      <NavLink to={`/offers/${bookingId}`}>
        {`${owner} reports damage. Answer by ${formatDeadline(answerBy, new Date(serverNow()))}`}
      </NavLink>
    </div>
  )
}
