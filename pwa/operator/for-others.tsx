import type { ReactNode } from 'react'
import { useAccount } from '../session/account'

interface ForOthersProps {
  /** The usernames of those who have a part in it. */
  parties: readonly string[]
  /** The server knows of another part of the viewer. */
  hasPart?: boolean
  children: ReactNode
}

/** A decision's form for operators who have no part in it; the others read why there is none. The server refuses them as well. */
export function ForOthers({ parties, hasPart = false, children }: ForOthersProps) {
  const { user } = useAccount()
  return hasPart || (user && parties.includes(user.username)) ? (
    <p className="fine muted">You have a part in this yourself: another operator decides.</p>
  ) : (
    children
  )
}
