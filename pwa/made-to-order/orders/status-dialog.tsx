import { useState } from 'react'
import { errorWords } from '#schema/error-text'
import { hasMoneyLeft, PURCHASE_STATUSES, PurchaseStatus, TRACKING_NOTE_MAX } from '#schema/purchase'
import { trackingDraftId } from '../../drafts/kept-text'
import { useKeptText } from '../../drafts/use-kept-text'
import { cancelFeeWords } from '../../money/fee-words'
import { useAccount } from '../../session/account'
import { serverNow } from '../../sync/server-clock'
import { SelectField } from '../../ui/fields/select-field'
import { TextAreaField } from '../../ui/fields/text-area-field'
import { PressDialog } from '../../ui/press-dialog'
import { errorNotice, useToast } from '../../ui/toasts'
import { nextStatus, orderRefundWords, statusProblem, takenBackWords } from './order-words'
import { purchaseStatusWord } from './purchase-badge'
import { firstNote, type ShownPurchase } from './purchase-overlay'
import { useSetOrderStatus } from './use-set-order-status'

/** The disk is full or closed. */
const NOT_KEPT = 'This device could not keep it. Please try again.'
const OPTIONS = PURCHASE_STATUSES.map((status) => ({ value: status, label: purchaseStatusWord(status) }))

/** Sets an order's status and its tracking note. Cancelling asks once more and says what goes back. */
export function StatusDialog({ order, onClose }: { order: ShownPurchase; onClose: () => void }) {
  const setOrderStatus = useSetOrderStatus(order)
  const toast = useToast()
  const [status, setStatus] = useState<PurchaseStatus>(nextStatus(order.status))
  const [problem, setProblem] = useState('')
  const [asking, setAsking] = useState(false)
  const note = useTrackingNote(order)
  const about = `“${order.itemTitle}” for ${order.buyerUsername}`

  async function save() {
    try {
      await setOrderStatus({
        status,
        ...(note.text === (order.trackingNote ?? '') ? {} : { trackingNote: note.text }),
      })
      onClose()
      // The order may have left for another part of the list, out of sight.
      toast({ title: `Marked as ${status}`, description: about })
    } catch {
      toast(errorNotice('Error Updating Status', NOT_KEPT))
    }
  }

  function press() {
    const refused = statusProblem(order, status, new Date(serverNow()))
    // Beside the choice, not as a notice: on phones that would lie over the button of this very dialog.
    if (refused) setProblem(`Error Updating Status. ${errorWords[refused]}`)
    else if (status === 'cancelled') setAsking(true)
    else return save()
  }

  if (asking)
    return (
      <PressDialog
        title={`Cancel the order of “${order.itemTitle}”?`}
        onClose={onClose}
        press="Yes, cancel"
        onPress={save}
        isDanger
        back="Keep it"
        onBack={() => setAsking(false)}
      >
        <p className="refund">{`${orderRefundWords(order)}.`}</p>
        {takenBackWords(order) && <p>{takenBackWords(order)}</p>}
        {hasMoneyLeft(order) && <p>{cancelFeeWords(order.totalAmount)}</p>}
        <p>A cancelled order stays cancelled: its money cannot be taken again.</p>
      </PressDialog>
    )
  return (
    <PressDialog
      title="Change status"
      onClose={onClose}
      lightDismiss={false}
      press="Update status"
      onPress={press}
      back="Close"
    >
      <div className="stack">
        <p className="muted fine">{about}</p>
        <SelectField
          label="Status"
          options={OPTIONS}
          value={status}
          error={problem}
          onChange={(event) => {
            setProblem('')
            setStatus(PurchaseStatus.parse(event.target.value))
          }}
        />
        <TextAreaField
          label="Tracking note"
          optional
          rows={2}
          maxLength={TRACKING_NOTE_MAX}
          hint={`${order.buyerUsername} sees it: the carrier and its number, or when you ring.`}
          value={note.text}
          onChange={(event) => note.change(event.target.value)}
        />
      </div>
    </PressDialog>
  )
}

/** The note as it is being typed, else as it was refused, else as the order has it. */
function useTrackingNote(order: ShownPurchase): { text: string; change: (text: string) => void } {
  const { engine } = useAccount()
  const { text, change } = useKeptText(engine.db, trackingDraftId(order.id))
  const [touched, setTouched] = useState(false)
  return {
    text: touched ? text : text || firstNote(order),
    change(next) {
      setTouched(true)
      change(next)
    },
  }
}
