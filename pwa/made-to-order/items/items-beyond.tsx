import { onlinePart } from '../../session/online-part'
import { useReachable } from '../../session/use-sync'
import type { ServerItemsProps } from './server-items'

/** The finds of a search that are not on this device, below those that are. */
export const ItemsBeyond = onlinePart<ServerItemsProps>(null, () =>
  import(/* piece: onlineFinds */ './server-items').then((module) => ({ default: module.ServerItems })),
)

/** Says without a connection that the newest items alone are searched. */
export function NewestItemsNote() {
  const reachable = useReachable()
  if (reachable) return null
  return (
    <p className="muted fine" role="note">
      These are the newest items, which are on this device. With a connection, the whole marketplace is searched.
    </p>
  )
}
