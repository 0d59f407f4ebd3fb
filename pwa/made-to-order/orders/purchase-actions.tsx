import { type ReactNode, useState } from 'react'
import { formatCents } from '#schema/money'
import { canSayNotArrived, wasPaid } from '#schema/purchase'
import { MessagesButton } from '../../messages/messages-button'
import { PayForm } from '../../rentals/offers/pay-form-part'
import { useAccount } from '../../session/account'
import { useOnlineControl } from '../../session/online-button'
import { ConfirmButton } from '../../ui/confirm-button'
import { errorNotice, useToast } from '../../ui/toasts'
import { askToCancel } from './ask-to-cancel'
import { openPurchasePayment, purchasePaymentEnd } from './pay-order'
import { isPayable, type ShownPurchase } from './purchase-overlay'
import { cancelLabel } from './purchase-words'
import { useSayArrival } from './use-say-arrival'

interface PurchaseActionsProps {
  purchase: ShownPurchase
  now: Date
  /** Unread messages of its thread. */
  unread: number
  onMessages: () => void
  /** Links that are always there. */
  children: ReactNode
}

/** A buyer's actions with an order now. Paying needs a connection; asking to cancel can wait for one. */
export function PurchaseActions({ purchase, now, unread, onMessages, children }: PurchaseActionsProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const [isPaying, setPaying] = useState(false)
  const arrival = useSayArrival(purchase.id)
  const canPay = isPayable(purchase, now) && !purchase.askingToCancel
  const isMissing = Boolean(purchase.notArrivedAt) && purchase.status !== 'cancelled'
  const canMiss = canSayNotArrived(purchase, now) && !purchase.notArrivedAt
  const { control, reason } = useOnlineControl(
    canPay
      ? 'Not paid yet. Connect to finish the payment.'
      : canMiss || isMissing
        ? 'Saying whether it arrived needs a connection.'
        : '',
  )
  const cancel = cancelLabel(purchase)
  const ask = () =>
    askToCancel(engine, purchase).catch(() => toast(errorNotice('Failed to ask for it', 'Please try again.')))
  return (
    <div className="stack stack--tight">
      <div className="booking-card__actions wrap gap-3">
        {canPay && !isPaying && (
          <button type="button" onClick={() => setPaying(true)} {...control}>
            Finish payment
          </button>
        )}
        {wasPaid(purchase) && <MessagesButton unread={unread} onPress={onMessages} />}
        {children}
        {canMiss && (
          <ConfirmButton
            label="It did not arrive"
            question={`Hold the money until this is settled with ${purchase.sellerUsername}?`}
            onConfirm={() => arrival.say(false)}
            {...control}
          />
        )}
        {isMissing && (
          <button type="button" className="is-secondary" onClick={() => arrival.say(true)} {...control}>
            It arrived after all
          </button>
        )}
        {cancel && !isPaying && (
          <ConfirmButton
            label={cancel}
            question={
              purchase.status === 'pending' ? 'Cancel this order?' : `Ask ${purchase.sellerUsername} to cancel?`
            }
            onConfirm={ask}
          />
        )}
      </div>
      {reason}
      {canPay && isPaying && (
        <PayForm
          title={`Pay ${formatCents(purchase.totalAmount)}`}
          wanted={{
            open: () => openPurchasePayment(purchase.id),
            endOf: (isSure) => purchasePaymentEnd(purchase, isSure),
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
