import { Ban, CircleCheck, CircleHelp, Clock, CreditCard, LoaderCircle, PackageCheck } from 'lucide-react'
import type { PurchaseStatus } from '#schema/purchase'

type Look = 'outline' | 'default' | 'secondary' | 'success' | 'destructive'

const BADGES: Record<PurchaseStatus, { look: Look; Icon: typeof Clock }> = {
  pending: { look: 'outline', Icon: Clock },
  paid: { look: 'default', Icon: CreditCard },
  processing: { look: 'secondary', Icon: LoaderCircle },
  shipped: { look: 'success', Icon: PackageCheck },
  delivered: { look: 'success', Icon: CircleCheck },
  cancelled: { look: 'destructive', Icon: Ban },
}
const UNKNOWN = { look: 'outline', Icon: CircleHelp } as const

/** The status of an order: its word with a capital and an icon. A newer server may have words that this build has not. */
export function PurchaseBadge({ status }: { status: PurchaseStatus }) {
  const { look, Icon } = BADGES[status] ?? UNKNOWN
  return (
    <span className="purchase-badge" data-look={look}>
      <Icon className={status === 'processing' ? 'turning' : ''} />
      {purchaseStatusWord(status)}
    </span>
  )
}

/** 'Shipped' for shipped. */
export function purchaseStatusWord(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}
