import { onlinePart } from '../../session/online-part'
import { useHeldDownTo } from '../../session/use-held-areas'
import { useReachable } from '../../session/use-sync'
import type { ServerItemsProps } from './server-items'

const ServerItems = onlinePart<ServerItemsProps>(null, () =>
  import(/* piece: onlineItems */ './server-items').then((module) => ({ default: module.ServerItems })),
)

/** The finds that are not on this device, if it holds the newest items alone. Says so without a connection. */
export function ItemsBeyond(props: Omit<ServerItemsProps, 'before'>) {
  const before = useHeldDownTo('item')
  const reachable = useReachable()
  if (before === null) return null
  if (reachable) return <ServerItems {...props} before={before} />
  return (
    <p className="muted fine" role="note">
      These are the newest items, which are on this device. With a connection, the whole marketplace is searched.
    </p>
  )
}
