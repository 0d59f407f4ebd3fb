import { eq } from 'drizzle-orm'
import { type Day, formatWeekday } from '#schema/date-range'
import { purchaseNumber, receiptNumber } from '#schema/earnings'
import { formatCents } from '#schema/money'
import type { PushNotice } from '#schema/push-notice'
import type { Db } from '../db/client'
import { bookings, ledgerTxs, purchases } from '../db/tables'
import type { MailFact } from './mail-template'

type Receipt = Pick<PushNotice, 'event' | 'word' | 'about' | 'id' | 'mine' | 'who' | 'amount'>

/** The columns that bookings and orders share. Cents. */
interface Sale {
  totalAmount: number
  refundedAmount: number
  feeAmount: number
}

const MOVED: Partial<Record<PushNotice['word'], string>> = {
  paid: 'Paid',
  refunded: 'Returned to you',
  sent_on: 'Sent to you',
}

/**
 * The lines of a mailed receipt: what, with whom, when, how much. Empty for a notice that is no receipt. `formatInstant` says an
 * instant on the market's clock.
 */
export async function listReceiptFacts(
  db: Db,
  receipt: Receipt,
  formatInstant: (instant: string) => string,
): Promise<MailFact[]> {
  const { event, word, about, id, mine, who, amount = 0 } = receipt
  const label = MOVED[word]
  if (!label) return []
  const [tx] = await db.read
    .select()
    .from(ledgerTxs)
    .where(eq(ledgerTxs.id, Number(event.replace(/^money:/, ''))))
  const facts = about === 'booking' ? await bookingFacts(db, id) : await orderFacts(db, id)
  if (!tx || !facts) return []
  const sides = about === 'booking' ? (['Owner', 'Renter'] as const) : (['Seller', 'Buyer'] as const)
  const isDamage = tx.kind.startsWith('damage')
  return [
    ...facts.lines,
    { name: mine ? sides[0] : sides[1], value: who },
    { name: 'Date', value: formatInstant(tx.at) },
    ...(isDamage ? [{ name: 'For', value: 'Damage' }] : priceFacts(word, amount, facts.sale)),
    { name: label, value: formatCents(amount), isTotal: true },
  ]
}

/** The parts of the amount, where they say more than the amount itself and add up. */
function priceFacts(
  word: Receipt['word'],
  amount: number,
  { totalAmount, refundedAmount, feeAmount }: Sale,
): MailFact[] {
  const line = (name: string, cents: number) => (cents > 0 ? [{ name, value: formatCents(cents) }] : [])
  if (word === 'refunded') return line('Price', totalAmount)
  const kept = totalAmount - refundedAmount
  // The fee shrinks with what is returned. A debt that was set off, or an earlier part, would leave a gap in the sum.
  const fee = kept - amount
  const isWholeFee = fee === feeAmount - Math.ceil((refundedAmount * feeAmount) / Math.max(1, totalAmount))
  if (word !== 'sent_on' || fee + refundedAmount === 0 || !isWholeFee) return []
  return [...line('Price', totalAmount), ...line('Returned', refundedAmount), ...line('Platform fee', fee)]
}

interface Facts {
  lines: MailFact[]
  sale: Sale
}

async function bookingFacts(db: Db, id: number): Promise<Facts | null> {
  const [sale] = await db.read.select().from(bookings).where(eq(bookings.id, id))
  if (!sale) return null
  const { listingTitle, startDate, endDate, quantity, deliveryFeeCents } = sale
  const lines = [
    { name: 'Number', value: receiptNumber(sale) },
    { name: 'Rental', value: listingTitle },
    ...(quantity > 1 ? [{ name: 'Pieces', value: String(quantity) }] : []),
    { name: startDate === endDate ? 'Day' : 'Days', value: daysOf(startDate, endDate) },
    ...(deliveryFeeCents === null ? [] : [{ name: 'Delivery', value: deliveryWords(deliveryFeeCents) }]),
  ]
  return { lines, sale }
}

/** The fee is a part of the price, not a line beside it. */
const deliveryWords = (cents: number) => (cents === 0 ? 'Free' : `${formatCents(cents)} of the price`)

async function orderFacts(db: Db, id: number): Promise<Facts | null> {
  const [sale] = await db.read.select().from(purchases).where(eq(purchases.id, id))
  if (!sale) return null
  const lines = [
    { name: 'Number', value: purchaseNumber(sale) },
    { name: 'Item', value: sale.itemTitle },
  ]
  return { lines, sale }
}

function daysOf(startDate: Day, endDate: Day): string {
  const last = `${formatWeekday(endDate)}, ${endDate.slice(0, 4)}`
  return startDate === endDate ? last : `${formatWeekday(startDate)} to ${last}`
}
