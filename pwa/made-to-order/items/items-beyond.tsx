import { onlinePart } from '../../session/online-part'
import { useHeldDownTo } from '../../session/use-held-areas'
import { useReachable } from '../../session/use-sync'
import type { ServerItemsProps } from './server-items'

const ServerItems = onlinePart<ServerItemsProps>(null, () =>
  import(/* piece: onlineItems */ './server-items').then((module) => ({ default: module.ServerItems })),
)

/** What a search finds that is not on this device, where it holds the newest items alone; without a connection, that it does. */
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
