import { format } from 'date-fns'
import { purchaseNumber } from '#schema/earnings'
import { orderedPieces, type Purchase } from '#schema/purchase'
import { ReceiptSheet } from '../../money/receipt-sheet'
import { hasReceipt, receiptState } from '../../rentals/offers/receipt-words'
import { addressWords, expectedOn, purchaseLines, purchaseMoneyWords } from './purchase-words'

/** The receipt of an order. */
export function PurchaseReceipt({ purchase }: { purchase: Purchase }) {
  const paper = hasReceipt(purchase)
    ? { facts: factsOf(purchase), lines: purchaseLines(purchase), terms: purchase.terms }
    : null
  return (
    <ReceiptSheet
      back={{ to: '/purchases', label: 'Back to My Purchases' }}
      paper={paper}
      words={purchaseMoneyWords(purchase, new Date())}
    />
  )
}

function factsOf(purchase: Purchase): { name: string; value: string }[] {
  return [
    { name: 'Number', value: purchaseNumber(purchase) },
    { name: 'Buyer', value: purchase.buyerUsername },
    { name: 'Seller', value: purchase.sellerUsername },
    { name: 'Item', value: purchase.itemTitle },
    { name: 'Pieces', value: String(orderedPieces(purchase)) },
    { name: 'Order placed', value: format(new Date(purchase.createdAt), 'EEE, MMM d, yyyy') },
    { name: 'Estimated Delivery', value: expectedOn(purchase) },
    { name: 'Delivery Address', value: addressWords(purchase.deliveryAddress) },
    { name: 'Payment', value: receiptState(purchase) },
  ]
}
