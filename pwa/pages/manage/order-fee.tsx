import { formatCents } from '#schema/money'
import { useAccount } from '../../auth/account'
import { useLiveQuery } from '../../auth/use-live-query'
import { readOrderTransactions } from '../../db/transaction-queries'

/** What the platform keeps of an order; nothing where that is nothing. */
export function OrderFee({ orderId }: { orderId: number }) {
  const { db } = useAccount().engine
  const lines = useLiveQuery(() => readOrderTransactions(db, orderId), [db, orderId]) ?? []
  const fee = lines.reduce((sum, line) => (line.type === 'payout' ? sum : sum + line.fee), 0)
  return fee > 0 ? <span className="muted fine">{`less a platform fee of ${formatCents(fee)}`}</span> : null
}
