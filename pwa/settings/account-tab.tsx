import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#schema/user'
import { useReachability } from '../session/use-sync'
import { NeedsConnection } from '../ui/needs-connection'
import { Spinner } from '../ui/spinner'

const AccountSections = lazy(() =>
  import(/* piece: online */ './account-sections').then((module) => ({ default: module.AccountSections })),
)

/** The account as a whole: of no use without a connection, so that no device keeps it. */
export function AccountTab({ user }: { user: CurrentUser }) {
  const { reachable } = useReachability()
  const [wasReachable, setWasReachable] = useState(reachable)
  if (reachable && !wasReachable) setWasReachable(true)
  if (!wasReachable) return <NeedsConnection what="Your account as a whole" />
  return (
    <Suspense fallback={<Spinner />}>
      <AccountSections user={user} />
    </Suspense>
  )
}
