import { type ComponentType, lazy, Suspense, useState } from 'react'
import { NeedsConnection } from '../ui/needs-connection'
import { Spinner } from '../ui/spinner'
import { useReachable } from './use-sync'

/**
 * A part that is of no use without a connection, so that no device keeps its code.
 * @param what the part in words; null shows nothing in its place
 */
export function onlinePart<Props extends object>(
  what: string | null,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Content = lazy(load)
  return function OnlinePart(props: Props) {
    const reachable = useReachable()
    const [wasReachable, setWasReachable] = useState(reachable)
    if (reachable && !wasReachable) setWasReachable(true)
    if (!wasReachable) return what && <NeedsConnection what={what} />
    return (
      <Suspense fallback={what && <Spinner />}>
        <Content {...props} />
      </Suspense>
    )
  }
}
