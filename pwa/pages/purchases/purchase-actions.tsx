import { MessageCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatCents } from '#schema/money'
import { askToCancel } from '../../actions/ask-to-cancel'
import { openPurchasePayment } from '../../actions/finish-payment'
import { useAccount } from '../../auth/account'
import { useReachability } from '../../auth/use-sync'
import { ConfirmButton } from '../../components/confirm-button'
import { CountBadge } from '../../components/count-badge'
import type { ShownPurchase } from '../../db/purchase-overlay'
import { PayForm } from '../offers/pay-form'
import { cancelLabel, isPayable } from './purchase-words'

interface PurchaseActionsProps {
  purchase: ShownPurchase
  now: Date
  /** Unread messages of its thread. */
  unread: number
  onMessages: () => void
  /** Links that are always there. */
  children: ReactNode
}

/** What a buyer may do with an order now. Paying needs a connection; asking to cancel can wait for one. */
export function PurchaseActions({ purchase, now, unread, onMessages, children }: PurchaseActionsProps) {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const [isPaying, setPaying] = useState(false)
  const canPay = isPayable(purchase, now) && !purchase.askingToCancel
  const cancel = cancelLabel(purchase)
  return (
    <div className="stack stack--tight">
      <div className="booking-card__actions">
        {canPay && !isPaying && (
          <button type="button" disabled={!reachable} onClick={() => setPaying(true)}>
            Finish payment
          </button>
        )}
        <button type="button" className="is-secondary" onClick={onMessages}>
          <MessageCircle />
          Messages
          <CountBadge count={unread} what={unread === 1 ? 'new message' : 'new messages'} />
        </button>
        {children}
        {cancel && !isPaying && (
          <ConfirmButton
            label={cancel}
            question={
              purchase.status === 'pending' ? 'Cancel this order?' : `Ask ${purchase.sellerUsername} to cancel?`
            }
            onConfirm={() => askToCancel(engine, purchase.id)}
          />
        )}
      </div>
      {canPay && !reachable && <p className="muted fine">Not paid yet. Connect to finish the payment.</p>}
      {canPay && isPaying && (
        <PayForm
          title={`Pay ${formatCents(purchase.totalAmount)}`}
          wanted={{
            open: () => openPurchasePayment(purchase.id),
            path: '/purchases',
            paid: { title: 'Payment received' },
            failed: 'Purchase Failed',
          }}
          onClose={() => setPaying(false)}
        />
      )}
    </div>
  )
}
