import { type ComponentType, useEffect, useState } from 'react'
import { NeedsConnection } from '../ui/needs-connection'
import { Spinner } from '../ui/spinner'
import { useReachable } from './use-sync'

/**
 * A part that is of no use without a connection, so that no device keeps its code. Code that cannot be fetched is fetched with
 * the next connection; a part that is shown stays when the connection goes.
 * @param what the part in words; null shows nothing in its place
 */
export function onlinePart<Props extends object>(
  what: string | null,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function OnlinePart(props: Props) {
    const reachable = useReachable()
    const [Content, setContent] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)
    useEffect(() => {
      if (!reachable || loaded) return
      setFailed(false)
      const take = (module: { default: ComponentType<Props> }) => {
        loaded = module.default
        setContent(() => loaded)
      }
      load().then(take, () => setFailed(true))
    }, [reachable])
    if (Content) return <Content {...props} />
    return what && (reachable && !hasFailed ? <Spinner /> : <NeedsConnection what={what} />)
  }
}
