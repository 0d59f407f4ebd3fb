import { useReachable } from '../session/use-sync'
import { useDuty } from './for-duty'
import { HideThing } from './hide-form'
import { ResetPassword, SuspendPerson } from './person-forms'

/** Forms to hide content, to suspend people and to reset passwords. */
export function ModerationForms() {
  const reachable = useReachable()
  const isAdmin = useDuty('accounts')
  return (
    <div className="stack">
      {!reachable && (
        <p className="offline-reason well fine">All of this needs a connection. What you type stays here.</p>
      )}
      <div className="operator__cards grid gap-5">
        <HideThing />
        {isAdmin && <SuspendPerson />}
        {isAdmin && <ResetPassword />}
      </div>
    </div>
  )
}
