import { onlinePart } from '../../session/online-part'
import { useReachable } from '../../session/use-sync'
import type { HeldAreas } from '../../sync/held-areas'
import type { ServerListingsProps } from './server-listings'

/** The finds of a search that are not in the areas on this device, below those that are. */
export const FindsBeyond = onlinePart<ServerListingsProps>(null, () =>
  import(/* piece: onlineFinds */ './server-listings').then((module) => ({ default: module.ServerListings })),
)

/** Says which listings are searched while there is no connection. */
export function AreasNote({ areas: { around } }: { areas: HeldAreas }) {
  const reachable = useReachable()
  if (reachable) return null
  return (
    <p className="muted fine" role="note">
      {`These are the items in the areas on this device${around ? `, ${around} and around` : ''}. With a connection, the whole marketplace is searched.`}
    </p>
  )
}
