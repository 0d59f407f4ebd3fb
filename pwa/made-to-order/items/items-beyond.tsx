import { publicScopes } from '#schema/sync-scopes'
import { useAccount } from '../../session/account'
import { onlinePart } from '../../session/online-part'
import { useLiveQuery } from '../../session/use-live-query'
import { useReachable } from '../../session/use-sync'
import type { ServerItemsProps } from './server-items'

const ServerItems = onlinePart<ServerItemsProps>(null, () =>
  import(/* piece: onlineItems */ './server-items').then((module) => ({ default: module.ServerItems })),
)

/** What a search finds that is not on this device, where it holds the newest items alone; without a connection, that it does. */
export function ItemsBeyond(props: Omit<ServerItemsProps, 'most'>) {
  const { engine } = useAccount()
  const scope = useLiveQuery(() => engine.db.scopes.get(publicScopes.item), [engine])
  const reachable = useReachable()
  if (scope?.most === undefined) return null
  if (reachable) return <ServerItems {...props} most={scope.most} />
  return (
    <p className="muted fine" role="note">
      These are the newest items, which are on this device. With a connection, the whole marketplace is searched.
    </p>
  )
}
