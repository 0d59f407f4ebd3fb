import { type Check, CircleDollarSign, CircleX, Clock, LoaderCircle, PackageCheck, Truck } from 'lucide-react'
import type { PurchaseStatus } from '#schema/purchase'

type Look = 'outline' | 'default' | 'secondary' | 'success' | 'destructive'

/** How each status looks; one that this build does not know is an outline. */
const LOOKS: Record<PurchaseStatus, { look: Look; Icon: typeof Check; turns?: true }> = {
  pending: { look: 'outline', Icon: Clock },
  paid: { look: 'default', Icon: CircleDollarSign },
  processing: { look: 'secondary', Icon: LoaderCircle, turns: true },
  shipped: { look: 'success', Icon: Truck },
  delivered: { look: 'success', Icon: PackageCheck },
  cancelled: { look: 'destructive', Icon: CircleX },
}
const UNKNOWN = { look: 'outline', Icon: Clock, turns: undefined } as const

/** The status of an order, capitalised, with an icon, so that colour is never the only sign. */
export function PurchaseBadge({ status }: { status: string }) {
  const { look, Icon, turns } = LOOKS[status as PurchaseStatus] ?? UNKNOWN
  return (
    <span className="purchase-badge" data-look={look}>
      <Icon className={turns ? 'turning' : undefined} />
      {status.charAt(0).toUpperCase() + status.slice(1)}
    </span>
  )
}
