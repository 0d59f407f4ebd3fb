import { formatCents } from '#schema/money'
import { readOrderTransactions } from '../../money/transaction-queries'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'

/** The platform's fee of an order; nothing where there is none. */
export function OrderFee({ orderId }: { orderId: number }) {
  const { db } = useAccount().engine
  const lines = useLiveQuery(() => readOrderTransactions(db, orderId), [db, orderId]) ?? []
  const fee = lines.reduce((sum, line) => (line.type === 'payout' ? sum : sum + line.fee), 0)
  return fee > 0 ? <span className="muted fine">{`less a platform fee of ${formatCents(fee)}`}</span> : null
}
