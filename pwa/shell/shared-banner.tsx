import { useLocation } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { sharedWords } from '../inspiration/sharing/share-words'
import { waitingShares } from '../photos/shared-photos'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import { NavLink } from '../ui/nav-link'
import '../styles/session.css'

/** A quiet line that offers what other apps have shared and nobody has taken into a post yet, however one signed in. */
export function SharedBanner() {
  const { user } = useAccount()
  const { searchStr } = useLocation()
  const [oldest, ...others] = useLiveQuery(waitingShares) ?? []
  // The form is taking one in at this moment.
  if (!oldest || user === undefined || searchStr.includes('shared=')) return null
  return (
    <div className="session-banner line" role="status">
      <Images />
      <NavLink to={`/inspiration?share=1&shared=${oldest}`}>{sharedWords(1 + others.length, user !== null)}</NavLink>
    </div>
  )
}
