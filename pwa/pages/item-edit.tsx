import { getRouteApi } from '@tanstack/react-router'
import { ITEM_FORM } from '../made-to-order/items/item-form'
import { ThingEditPage } from '../offerings/thing-edit'
import { routeId } from '../ui/route-id'

const route = getRouteApi('/made-to-order/$id/edit')
const MISSING = {
  title: 'Item Not Found',
  words: 'It is not one of yours.',
  link: { to: '/manage-made-to-order', label: 'Made-to-Order Dashboard' },
}

/** Edit a made-to-order item. Orders that were placed keep what they were placed on. */
export function ItemEdit() {
  return <ThingEditPage thing={ITEM_FORM} id={routeId(route.useParams().id)} missing={MISSING} />
}
