import { onlinePart } from '../../session/online-part'
import { useHeldDownTo, useIsPart } from '../../session/use-held-areas'
import { useReachable } from '../../session/use-sync'
import { countItemFilters } from './items-search'
import type { ServerItemsProps } from './server-items'

const ServerItems = onlinePart<ServerItemsProps>(null, () =>
  import(/* piece: onlineFinds */ './server-items').then((module) => ({ default: module.ServerItems })),
)

/** Says without a connection that the newest items alone are searched. */
export function NewestItemsNote() {
  const isPart = useIsPart('item')
  const reachable = useReachable()
  if (reachable || !isPart) return null
  return (
    <p className="muted fine" role="note">
      These are the newest items, which are on this device. With a connection, the whole marketplace is searched.
    </p>
  )
}

/** The finds of a search that are not on this device, if it holds the newest items alone. */
export function ItemsBeyond(props: Omit<ServerItemsProps, 'before'>) {
  const heldDownTo = useHeldDownTo('item')
  const reachable = useReachable()
  if (!reachable || heldDownTo === null) return null
  const { search } = props.wanted
  const isNarrowed = search.trim() !== '' || countItemFilters(props.wanted) > 0
  // Older items that have changed lately are here in the place of newer ones: a search must not pass those by.
  return <ServerItems {...props} before={isNarrowed ? Number.MAX_SAFE_INTEGER : heldDownTo} />
}
