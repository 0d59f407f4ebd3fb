import { type ComponentType, useEffect, useState } from 'react'
import { NeedsConnection } from '../ui/needs-connection'
import { Spinner } from '../ui/spinner'
import { useReachable } from './use-sync'

const AGAIN_MS = 3_000

/**
 * A part that is of no use without a connection, so that no device keeps its code. Code that cannot be fetched is asked for
 * again; a part that is shown stays when the connection goes.
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
    useEffect(() => {
      if (!reachable || loaded) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const take = (module: { default: ComponentType<Props> }) => {
        loaded = module.default
        setContent(() => loaded)
      }
      const look = () => {
        load().then(take, () => {
          timer = setTimeout(look, AGAIN_MS)
        })
      }
      look()
      return () => clearTimeout(timer)
    }, [reachable])
    if (Content) return <Content {...props} />
    return what && (reachable ? <Spinner /> : <NeedsConnection what={what} />)
  }
}
