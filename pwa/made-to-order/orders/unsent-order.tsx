import { formatWeekday } from '#schema/date-range'
import { UnsentSale } from '../../rentals/booking/unsent-sale'
import { type OrderDraft, orderDraft } from './purchase-drafts'

/** An order that was begun and cannot be sent, because its item has left or takes a break; nothing where there is none. */
export function UnsentOrder({ itemId }: { itemId: number }) {
  return (
    <UnsentSale draft={orderDraft(itemId)} linesOf={linesOf} question="Throw this order away?" arrived="My Purchases" />
  )
}

function linesOf({ customizations, quantity, name, street, city, state, zipCode, note, needBy }: OrderDraft) {
  return [
    ...Object.entries(customizations).map(([option, value]) => value && `${option}: ${value}`),
    quantity > 1 && `${quantity} pieces`,
    [name, street, city, state, zipCode].filter(Boolean).join(', '),
    note,
    needBy && `Needed by ${formatWeekday(needBy)}`,
  ]
}
