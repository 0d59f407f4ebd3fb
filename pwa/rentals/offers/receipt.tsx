import { format } from 'date-fns'
import type { Booking } from '#schema/booking'
import { formatWeekday } from '#schema/date-range'
import { receiptNumber } from '#schema/earnings'
import { type ReceiptPaper, ReceiptSheet } from '../../money/receipt-sheet'
import { serverNow } from '../../sync/server-clock'
import { moneyWords } from './money-words'
import { deliveryLine, type OfferRole } from './offer-view'
import { hasReceipt, receiptLines, receiptState } from './receipt-words'

export function OfferReceipt({ booking, role }: { booking: Booking; role: OfferRole }) {
  return (
    <ReceiptSheet
      back={{ to: `/offers/${booking.id}`, label: 'Back to the offer' }}
      paper={hasReceipt(booking) ? paperOf(booking) : null}
      words={moneyWords(booking, role, new Date(serverNow()))}
    />
  )
}

function paperOf(booking: Booking): ReceiptPaper {
  const { startDate, endDate, quantity, createdAt, terms } = booking
  return {
    facts: [
      { name: 'Number', value: receiptNumber(booking) },
      { name: 'Renter', value: booking.renterUsername },
      { name: 'Owner', value: booking.ownerUsername },
      { name: 'Rental', value: booking.listingTitle },
      ...(quantity > 1 ? [{ name: 'Pieces', value: String(quantity) }] : []),
      { name: 'First day', value: `${formatWeekday(startDate)}, ${startDate.slice(0, 4)}` },
      { name: 'Last day', value: `${formatWeekday(endDate)}, ${endDate.slice(0, 4)}` },
      ...(booking.deliveryAddress ? [{ name: 'Delivered to', value: deliveryLine(booking.deliveryAddress) }] : []),
      { name: 'Offer made', value: format(new Date(createdAt), 'EEE, MMM d, yyyy') },
      { name: 'Payment', value: receiptState(booking) },
      { name: 'Terms', value: `As accepted on ${format(new Date(createdAt), 'EEE, MMM d, yyyy')}` },
    ],
    lines: receiptLines(booking),
    terms,
  }
}
