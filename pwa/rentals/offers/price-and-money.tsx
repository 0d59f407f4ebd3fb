import { Receipt } from 'lucide-react'
import { MoneyLines } from '../../money/money'
import { readBookingTransactions } from '../../money/transaction-queries'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { ButtonLink } from '../../ui/button-link'
import type { ShownBooking } from './booking-queries'
import { earningWords, moneyWords } from './money-words'
import type { OfferRole } from './offer-view'
import { priceLines } from './price-lines'
import { hasReceipt } from './receipt-words'

interface PriceAndMoneyProps {
  booking: ShownBooking
  role: OfferRole
  now: Date
}

/** How the total comes about, where the money is, and the paper for it. */
export function PriceAndMoney({ booking, role, now }: PriceAndMoneyProps) {
  const { db } = useAccount().engine
  const lines = useLiveQuery(() => readBookingTransactions(db, booking.id), [db, booking.id]) ?? []
  const own = role === 'owner' ? lines : []
  const earned = earningWords(own, now)
  return (
    <section className="surface stack" aria-labelledby="offer-money">
      <h2 id="offer-money">Money</h2>
      <MoneyLines lines={priceLines(booking, own)} />
      <p>{moneyWords(booking, role, now)}</p>
      {earned && <p>{earned}</p>}
      {hasReceipt(booking) && (
        <div>
          <ButtonLink look="secondary" to={`/offers/${booking.id}/receipt`}>
            <Receipt />
            Receipt
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
