import type { ReactNode } from 'react'
import { type Duty, hasDuty } from '#schema/operator'
import { useAccount } from '../session/account'

/** Does the role of the operator who is signed in have this duty? The server decides again. */
export function useDuty(duty: Duty): boolean {
  const { user } = useAccount()
  return user ? hasDuty(user, duty) : false
}

/** A form for operators whose role has this duty; to the others it says that they cannot use it. */
export function ForDuty({ duty, children }: { duty: Duty; children: ReactNode }) {
  return useDuty(duty) ? (
    children
  ) : (
    <p className="fine muted">Another operator decides: your role does not cover this.</p>
  )
}
