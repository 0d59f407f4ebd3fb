import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#schema/user'
import { useReachability } from '../session/use-sync'
import { NeedsConnection } from '../ui/needs-connection'
import { Spinner } from '../ui/spinner'

type Panel = ComponentType<{ user: CurrentUser }>

/** A tab that is of no use without a connection, so that no device keeps its code; `what` names the tab in words. */
function onlineTab(what: string, load: () => Promise<{ default: Panel }>): Panel {
  const Content = lazy(load)
  return function OnlineTab({ user }) {
    const { reachable } = useReachability()
    const [wasReachable, setWasReachable] = useState(reachable)
    if (reachable && !wasReachable) setWasReachable(true)
    if (!wasReachable) return <NeedsConnection what={what} />
    return (
      <Suspense fallback={<Spinner />}>
        <Content user={user} />
      </Suspense>
    )
  }
}

export const AccountTab = onlineTab('Your account as a whole', () =>
  import(/* piece: online */ './account-sections').then((module) => ({ default: module.AccountSections })),
)

export const SecurityTab = onlineTab('The security of your account', () =>
  import(/* piece: online */ './security-sections').then((module) => ({ default: module.SecuritySections })),
)
