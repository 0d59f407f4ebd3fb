import type { ReactNode } from 'react'
import { useAccount } from '../session/account'

interface ForOthersProps {
  /** The usernames of those who have a part in it. */
  parties: readonly string[]
  children: ReactNode
}

/** A decision's form for operators who have no part in it; the others read why there is none. The server refuses them as well. */
export function ForOthers({ parties, children }: ForOthersProps) {
  const { user } = useAccount()
  return user && parties.includes(user.username) ? (
    <p className="fine muted">You have a part in this yourself: another operator decides.</p>
  ) : (
    children
  )
}
