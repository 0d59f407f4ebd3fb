import { onlinePart } from '../../session/online-part'
import { useMostItems } from '../../session/use-held-areas'
import { useReachable } from '../../session/use-sync'
import type { ServerItemsProps } from './server-items'

const ServerItems = onlinePart<ServerItemsProps>(null, () =>
  import(/* piece: onlineItems */ './server-items').then((module) => ({ default: module.ServerItems })),
)

/** What a search finds that is not on this device, where it holds the newest items alone; without a connection, that it does. */
export function ItemsBeyond(props: Omit<ServerItemsProps, 'most'>) {
  const most = useMostItems()
  const reachable = useReachable()
  if (most === undefined) return null
  if (reachable) return <ServerItems {...props} most={most} />
  return (
    <p className="muted fine" role="note">
      These are the newest items, which are on this device. With a connection, the whole marketplace is searched.
    </p>
  )
}
